import { expect, it } from "vitest";
import { durationText } from "./duration-text.ts";

it.each([
  [0, "0 ms"],
  [3.4, "3 ms"],
  [999, "999 ms"],
  [999.9, "1.0 s"],
  [1_500, "1.5 s"],
  [9_949, "9.9 s"],
  [9_950, "10 s"],
  [59_499, "59 s"],
  [59_500, "1 min 0 s"],
  [125_000, "2 min 5 s"],
  [3_600_000, "1 h 0 min"],
  [7_380_000, "2 h 3 min"],
])("%d milliseconds are %s", (milliseconds, words) => {
  expect(durationText(milliseconds)).toBe(words);
});
