import fc from "fast-check";
import { expect, it } from "vitest";
import { WholeCharacters } from "./whole-characters.ts";

it("gives the well-formed text, however it was cut", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "\ud83d", "\ude00", "é", "😀") });
  const property = fc.property(text, fc.integer({ min: 1, max: 4 }), (whole, size) => {
    const characters = new WholeCharacters();
    let out = "";
    for (let start = 0; start < whole.length; start += size) {
      const piece = characters.push(whole.slice(start, start + size));
      expect(piece.isWellFormed()).toBe(true);
      out += piece;
    }
    expect(out + characters.end()).toBe(whole.toWellFormed());
  });
  fc.assert(property);
});
