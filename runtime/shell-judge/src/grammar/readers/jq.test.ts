import { expect, it } from "vitest";
import { jqFilterIsHarmless } from "./readers.ts";

it.each([
  ".",
  ".scripts | keys[]",
  ".scripts[$k]",
  '.items[] | "\\(.id): \\(.name)"',
  ".env",
  ".config.env.PATH",
  'to_entries[] | select(.value | test("x")) | .key',
  "[.[] | {a, b: .c}] | length",
])("%s is harmless", (filter) => expect(jqFilterIsHarmless(filter)).toBe(true));

it.each([
  "env",
  "env.HOME",
  "$ENV",
  "$ENV.HOME",
  "$#x\nENV.HOME",
  "$ # x\n ENV",
  '"\\(env)"',
  '"\\($ENV.PATH)"',
  "..|env",
  ". | env",
  'import "a" as a; .',
  'include "a"; .',
  "{env}",
  "get_search_list",
  '"a" | modulemeta',
])("%s may show or load more", (filter) => expect(jqFilterIsHarmless(filter)).toBe(false));
