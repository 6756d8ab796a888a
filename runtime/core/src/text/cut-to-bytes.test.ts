import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutToBytes, tailStart } from "./cut-to-bytes.ts";
import { utf8Length } from "./utf8-length.ts";

const anyText = fc.string({ unit: "binary", maxLength: 60 });
const brokenText = fc
  .array(fc.constantFrom("a", "é", "\u20ac", "\ud83d", "\ude00", "\u{1f600}"))
  .map((all) => all.join(""));

describe("utf8Length", () => {
  it("counts a long text, whatever its characters, and where its pieces end", () => {
    for (const unit of ["a", "ä", "日", "😀", "a😀", "\ud83d"]) {
      for (const before of ["", "x", "xy"]) {
        const text = before + unit.repeat(20_000);
        expect([unit, utf8Length(text)]).toEqual([unit, Buffer.byteLength(text)]);
      }
    }
  });

  it("equals the encoded length, for broken text too", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, brokenText), (text) => {
        expect(utf8Length(text)).toBe(Buffer.byteLength(text));
      }),
    );
  });
});

describe("cutToBytes", () => {
  it("keeps as much as fits and never half a character", () => {
    fc.assert(
      fc.property(anyText, fc.nat(100), (text, maxBytes) => {
        const head = cutToBytes(text, maxBytes);
        expect(text.startsWith(head)).toBe(true);
        expect(utf8Length(head)).toBeLessThanOrEqual(maxBytes);
        expect(head.toWellFormed()).toBe(head);
        if (head !== text) expect(utf8Length(head)).toBeGreaterThan(maxBytes - 4);
      }),
    );
  });

  it("keeps as much of the end as fits", () => {
    fc.assert(
      fc.property(anyText, fc.nat(100), (text, maxBytes) => {
        const tail = text.slice(tailStart(text, maxBytes));
        expect(utf8Length(tail)).toBeLessThanOrEqual(maxBytes);
        expect(tail.toWellFormed()).toBe(tail);
        if (tail !== text) expect(utf8Length(tail)).toBeGreaterThan(maxBytes - 4);
      }),
    );
  });
});
