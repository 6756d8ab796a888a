import { expect, it } from "vitest";
import { Writers } from "./writers.ts";

const some = Array.from({ length: 20 }, (_, n) => ({ n }));

function committed(writers: Writers, from: readonly object[], at: number): void {
  for (const writer of from) writers.add(writer);
  writers.commit(at);
}

it("awaits those of the last moments where many met, until all are there or they have been away for long", () => {
  const writers = new Writers();
  committed(writers, some, 1_000);
  for (const writer of some.slice(0, 19)) writers.add(writer);
  expect(writers.areAwaited).toBe(true);
  writers.add({ n: 20 });
  expect(writers.areAwaited).toBe(false);
  writers.commit(1_010);
  committed(writers, some.slice(0, 5), 1_020);
  expect(writers.areAwaited).toBe(true);
  for (const at of [1_150, 1_300]) committed(writers, some.slice(0, 5), at);
  for (const writer of some.slice(0, 5)) writers.add(writer);
  expect(writers.areAwaited).toBe(false);
});

it("awaits a crowd of which each commits alone, as where every commit holds up all the others", () => {
  const writers = new Writers();
  for (const [time, writer] of some.entries()) committed(writers, [writer], 1_000 + time);
  writers.add(some[0] ?? {});
  expect(writers.areAwaited).toBe(true);
});

it("awaits nobody where few write, however much one of them writes", () => {
  const writers = new Writers();
  committed(writers, some.slice(0, 4), 1_000);
  writers.add(some[0] ?? {});
  expect(writers.areAwaited).toBe(false);
  for (let time = 0; time < 30; time += 1) committed(writers, Array(20).fill(some[0]), 2_000 + time);
  expect(writers.areAwaited).toBe(false);
});
