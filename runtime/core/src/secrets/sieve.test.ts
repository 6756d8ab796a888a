import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Sieve } from "./sieve.ts";

const unit = fc.constantFrom("a", "b", "K", "-", "\\", "é", "\u{1f600}", "\ud800");
const piece = fc.string({ unit, minLength: 3, maxLength: 4 });
const text = fc.string({ unit, maxLength: 20 });

describe("Sieve", () => {
  it("lets no text through that holds a piece, whatever stands around it", () => {
    const anywhere = fc.property(
      fc.array(piece, { minLength: 1, maxLength: 5 }),
      text,
      text,
      (pieces, before, after) => {
        const sieve = new Sieve(pieces);
        for (const one of pieces) expect(sieve.mayHold(before + one + after)).toBe(true);
      },
    );
    fc.assert(anywhere, { numRuns: 1_000 });
  });

  it("lets ordinary text through", () => {
    expect(new Sieve(["sk-", "://"]).mayHold("An ordinary sentence, with a path/to/file.ts and a (call).")).toBe(false);
    expect(new Sieve([]).mayHold("anything")).toBe(false);
    expect(new Sieve(["sk-"]).mayHold("sk")).toBe(false);
  });

  it("refuses a piece too short to be found", () => {
    expect(() => new Sieve(["ab"])).toThrow(RangeError);
  });
});
