import { describe, expect, it } from "vitest";
import { duration, shortNumber, whenText } from "./format.ts";

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

describe("duration", () => {
  it.each([
    [0.4, "0 ms"],
    [999, "999 ms"],
    [3_210, "3.2 s"],
    [59_949, "59.9 s"],
    [60_000, "1 min 0 s"],
    [7_500_000, "2 h 5 min"],
  ])("%d is %s", (ms, text) => expect(duration(ms)).toBe(text));
});

describe("whenText", () => {
  it("names the day only of another day", () => {
    const now = new Date(2026, 4, 5, 18, 0);
    expect(whenText(new Date(2026, 4, 5, 9, 30), now)).not.toContain("2026");
    expect(whenText(new Date(2026, 3, 5, 9, 30), now)).toContain("2026");
  });
});
