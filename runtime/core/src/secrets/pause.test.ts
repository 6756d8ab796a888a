import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createScrubber } from "./create-scrubber.ts";
import { safeStream } from "./safe-stream.ts";
import { secret } from "./secret.ts";
import { SHAPE_SAMPLES } from "./shape-samples.test-data.ts";

const VALUE = "correct horse battery";
const scrubber = createScrubber([secret("value", VALUE)]);

/** What is shown of pieces with a pause after each. */
function paused(pieces: readonly string[]): string {
  const stream = safeStream(scrubber);
  return pieces.map((piece) => stream.push(piece) + stream.pause()).join("") + stream.end();
}

describe("a stream that is paused", () => {
  it.each([
    "files first:",
    "see https",
    "see https://example.com",
    "http://localhost:3000",
    "a s",
    "the word co",
    "😀",
  ])("lets %s out as it is, once", (text) => {
    const stream = safeStream(scrubber);
    expect(stream.push(text) + stream.pause()).toBe(text);
    expect(stream.pause() + stream.end()).toBe("");
  });

  it("and may go on holds back what is more than harmless, and masks nothing before its time", () => {
    const stream = safeStream(scrubber);
    expect(stream.push("it is correct ") + stream.pause(true)).toBe("it is ");
    expect(stream.push("and sk-learn") + stream.pause(true)).toBe("correct and ");
    expect(stream.push(" works: co") + stream.pause(true)).toBe("sk-learn works: co");
    expect(stream.push("rrect horse battery!") + stream.end()).toBe("[secret:value]!");
  });

  it("goes on where it was", () => {
    expect(paused(["Note:", "//x and s", "k", "-y"])).toBe("Note://x and sk-y");
  });

  const samples = [...SHAPE_SAMPLES.map(({ text }) => text), VALUE];

  it.each(samples)("shows no more of %s than its harmless beginning, wherever it pauses", (text) => {
    const whole = scrubber.text(`${text} after`);
    const hidden = hiddenPart(text, whole);
    for (let at = 1; at < text.length; at += 1) {
      const shown = paused([text.slice(0, at), `${text.slice(at)} after`]);
      for (const piece of piecesOf(hidden)) expect(shown).not.toContain(piece);
    }
  });

  it("shows no more of a known value however often it pauses", () => {
    const cuts = fc.array(fc.nat(VALUE.length), { maxLength: 6 });
    const property = fc.property(cuts, (places) => {
      const at = [0, ...places.toSorted((one, other) => one - other), VALUE.length];
      const shown = paused(at.slice(1).map((end, index) => VALUE.slice(at[index], end)));
      expect(shown.replaceAll("[secret:value]", "").length).toBeLessThanOrEqual(3);
      expect(shown.split("[secret:value]")).toHaveLength(2);
    });
    fc.assert(property);
  });

  it("changes nothing in a text without secrets, whatever its pauses", () => {
    const piece = fc.constantFrom("a", "s", "sk", "://", ":", "eyJ", "co", "corr", " ", "https", "/x", "😀");
    const property = fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join("");
      const isPlain = pieces.every((each) => scrubber.text(each) === each) && !/corr|eyJ|:\/\/|sk-/.test(text);
      if (isPlain) expect(paused(pieces)).toBe(text);
    });
    fc.assert(property);
  });
});

/** What tells the kind of a secret, and the name of a user, are no secrets themselves. */
const PUBLIC = /^(?:github_pat_|glpat-|eyJ\w+\.{1,2})|-----(?:BEGIN|END)[^-]*-----|^[^\s:]*:/g;

/** What of a sample a mask hides: the sample without what stands before and after the mask. */
function hiddenPart(text: string, masked: string): string {
  const before = masked.indexOf("[secret:");
  const after = masked.length - masked.lastIndexOf("]") - 1 - " after".length;
  return text.slice(before, text.length - Math.max(0, after)).replace(PUBLIC, "");
}

/** Stretches of nine characters: no harmless beginning is as long. */
function piecesOf(hidden: string): readonly string[] {
  return Array.from({ length: Math.max(0, hidden.length - 9) }, (_, at) => hidden.slice(at, at + 9));
}
