import { expect, it } from "vitest";
import { readChunk } from "../wire/read-chunk.ts";
import { Answer } from "./answer.ts";
import { readAnswer } from "./read-answer.ts";

it.each([
  ["comments", ": ping\n\n"],
  ["events that bring nothing", 'data: {"choices":[{"delta":{}}]}\n\n'],
])("gives up an answer that is nothing but %s for hours", async (_, sign) => {
  let isStopped = false;
  const value = new TextEncoder().encode(sign);
  const read = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return { done: false as const, value };
  };
  const result = await readAnswer(
    { first: { done: false, value }, read, stop: () => void (isStopped = true) },
    {
      answer: new Answer({ model: "m", stateOf: "m", read: ({ value }) => readChunk(value) }),
      signal: undefined,
      limits: { firstContentMs: 60_000, betweenBytesMs: 60_000, quietMs: 20 },
      size: { tokens: 1_000, bytes: 2 ** 40 },
      show: () => undefined,
    },
  );
  expect(isStopped).toBe(true);
  expect(result).toMatchObject({ finishReason: "error", error: { code: "timeout" } });
  expect(result.error?.message).toContain("nothing but signs of life for 0.02 s");
});
