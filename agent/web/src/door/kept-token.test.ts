import { expect, it } from "vitest";
import { tokenIn } from "./kept-token.ts";

it.each([
  ["abc123", "abc123"],
  [" abc123\n", "abc123"],
  ["http://127.0.0.1:8787/?token=abc-1_2", "abc-1_2"],
  ["open http://127.0.0.1:8787/?x=1&token=abc#thread", "abc"],
])("the token in %j is %j", (typed, token) => expect(tokenIn(typed)).toBe(token));
