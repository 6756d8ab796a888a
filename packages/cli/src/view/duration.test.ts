import { expect, it } from "vitest";
import { duration } from "./duration.ts";

it.each([
  [0, "0 ms"],
  [999.4, "999 ms"],
  [999.6, "1.0 s"],
  [59_940, "59.9 s"],
  [59_960, "1 min 0 s"],
  [3_725_000, "62 min 5 s"],
])("%d milliseconds read %s", (ms, text) => {
  expect(duration(ms)).toBe(text);
});
