import { describe, expect, it } from "vitest";
import { costText, durationText, shortNumber } from "./numbers.ts";

describe("shortNumber", () => {
  it.each([
    [0, "0"],
    [999, "999"],
    [1_000, "1k"],
    [12_345, "12.3k"],
    [999_949, "1000k"],
    [1_250_000, "1.3M"],
  ])("%d is %s", (count, text) => expect(shortNumber(count)).toBe(text));
});

describe("durationText", () => {
  it.each([
    [0.4, "0 ms"],
    [999, "999 ms"],
    [999.6, "1 s"],
    [3_210, "3.2 s"],
    [59_949, "59.9 s"],
    [60_000, "1 min 0 s"],
    [7_500_000, "2 h 5 min"],
  ])("%d is %s", (ms, text) => expect(durationText(ms)).toBe(text));
});

describe("costText", () => {
  it.each([
    [0.0042, "$0.0042"],
    [1.2, "$1.20"],
  ])("%d is %s", (cost, text) => expect(costText(cost)).toBe(text));
});
