import { expect, it } from "vitest";
import { isThenable } from "./abort.ts";

const then = "then";

it.each([
  ["a promise", Promise.resolve(1), true],
  ["an object that can be waited for", { [then]: () => undefined }, true],
  ["a function that can be waited for", Object.assign(() => 1, { [then]: () => undefined }), true],
  ["a function", () => 1, false],
  ["an object with such a field", { [then]: 1 }, false],
  ["nothing", null, false],
  ["a text", "then", false],
])("takes %s for what await takes it for", async (_, value, isWaited) => {
  expect(isThenable<unknown>(value)).toBe(isWaited);
});
