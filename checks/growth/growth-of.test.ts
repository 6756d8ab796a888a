import { expect, it } from "vitest";
import { growthOf } from "./growth-of.ts";

const rounds = (grow: (size: number) => number) =>
  [1, 1.3, 0.9].map((busy) => ({ one: busy * grow(1), four: busy * grow(4), sixteen: busy * grow(16) }));

it.each([
  ["nothing", () => 10, false],
  ["its number", (size: number) => size, false],
  ["its number and its logarithm", (size: number) => size * (1 + Math.log2(size)), false],
  ["its number, with a heap that takes a third more", (size: number) => size ** 1.2, false],
  ["its number times the root of it", (size: number) => size ** 1.5, true],
  ["the square of it", (size: number) => size ** 2, true],
])("what grows with %s", (_, grow, isSteep) => {
  expect(growthOf(rounds(grow)).isSteep).toBe(isSteep);
});

it("one round in which the machine was busy says nothing", () => {
  const busy = { one: 1, four: 4, sixteen: 90 };
  const idle = { one: 1, four: 4, sixteen: 16 };
  expect(growthOf([idle, busy, idle]).isSteep).toBe(false);
});

it("work that takes no time at its largest is not steep", () => {
  expect(growthOf(rounds((size) => size ** 2 / 100)).isSteep).toBe(false);
});
