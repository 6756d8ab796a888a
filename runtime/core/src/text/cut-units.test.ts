import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutEnd, cutStart } from "./cut-units.ts";

describe("cutStart and cutEnd", () => {
  it("keep whole texts and cut long ones", () => {
    expect([cutStart("abc", 3), cutStart("abc", 2), cutStart("abc", 0)]).toEqual(["abc", "ab", ""]);
    expect([cutEnd("abc", 3), cutEnd("abc", 2), cutEnd("abc", 0)]).toEqual(["abc", "bc", ""]);
  });

  it("never split a character and are never longer than asked", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(20), (text, length) => {
        const [start, end] = [cutStart(text, length), cutEnd(text, length)];
        expect(Math.max(start.length, end.length)).toBeLessThanOrEqual(length);
        expect(Math.min(start.length, end.length)).toBeGreaterThanOrEqual(Math.min(text.length, length) - 1);
        expect([start, end].every(isWellFormed)).toBe(true);
        expect(text.startsWith(start) && text.endsWith(end)).toBe(true);
      }),
    );
  });
});

function isWellFormed(text: string): boolean {
  return new TextDecoder().decode(new TextEncoder().encode(text)) === text;
}
