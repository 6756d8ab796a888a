import { expect, test } from "vitest";
import { firstTurn } from "./cases/limits.ts";
import { quickJs } from "./quick-js.ts";

test("the stack of a call that is refused begins where the program made it", async () => {
  const source = "try { await tools.list(() => 1); } catch (error) { return error.stack.trim().split('\\n')[0]; }";
  const { ended } = await firstTurn(quickJs({ threads: false }), { source });
  expect(ended?.json).toMatch(/^"at <anonymous> \(program\.js:1:/);
});
