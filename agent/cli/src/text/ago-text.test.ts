import { expect, it } from "vitest";
import { agoText } from "./ago-text.ts";

const NOW = Date.UTC(2026, 4, 20, 12);

it.each([
  [-5_000, "just now"],
  [59_999, "just now"],
  [60_000, "1 min ago"],
  [3_599_999, "59 min ago"],
  [3_600_000, "1 h ago"],
  [86_400_000, "1 d ago"],
  [604_799_999, "6 d ago"],
  [604_800_000, "2026-05-13"],
])("%d ms before is %s", (ms, said) => {
  expect(agoText(NOW - ms, NOW)).toBe(said);
});
