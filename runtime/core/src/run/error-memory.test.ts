import { expect, it } from "vitest";
import { CallKey } from "./call-states.ts";
import { ErrorMemory } from "./error-memory.ts";

const told = (words: string, said = "") => ({ words, key: new CallKey("", "look", said), isAnswer: false });

it("remembers the last 50 errors", () => {
  const memory = new ErrorMemory();
  expect(memory.record(told("first"))).toBeUndefined();
  expect(memory.record(told("second"))).toBeUndefined();
  expect(memory.record(told("first"))).toBe("of this call");
  for (let n = 0; n < 49; n += 1) expect(memory.record(told(`other ${n}`))).toBeUndefined();
  expect(memory.record(told("first", "another call"))).toBe("of another call");
  expect(memory.record(told("second"))).toBeUndefined();
});

it("tells long errors apart by their length, their beginning and their end", () => {
  const memory = new ErrorMemory();
  const long = (start: string, end: string) => told(`${start}${"x".repeat(2_000)}${end}`);
  expect([long("a", "b"), long("a", "c"), long("b", "b"), long("ax", "b")].map((one) => memory.record(one))).toEqual(
    Array(4).fill(undefined),
  );
  expect(memory.record(long("a", "b"))).toBe("of this call");
});
