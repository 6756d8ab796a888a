import { expect, it } from "vitest";
import { settleBy } from "../run/deadline.ts";

it("rejects with what settling throws, so that nobody waits for ever", async () => {
  const settle = () => {
    throw new RangeError("broken");
  };
  const options = { timeoutMs: 1_000, signal: undefined, settle, onEnd: () => {}, onLate: () => {} };
  await expect(settleBy(Promise.resolve(1), options)).rejects.toThrow("broken");
});
