import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createScrubber } from "./create-scrubber.ts";
import type { Scrubber } from "./scrubber.ts";
import { secret } from "./secret.ts";
import { SHAPE_SAMPLES } from "./shape-samples.test-data.ts";

const values = ["correct horse battery", "abababab", "abab\nabXY", "ghij.klm nop", "abcd efghij."];
const scrubber = createScrubber(values.map((value, index) => secret(`value${index}`, value)));

function streamed(chunks: readonly string[], by: Scrubber = scrubber): string {
  const stream = by.stream();
  return chunks.map((chunk) => stream.push(chunk)).join("") + stream.end();
}

describe("scrubber.stream", () => {
  const samples = [...SHAPE_SAMPLES.map(({ text }) => text), ...values].map((text) => ({ text }));

  it.each(samples)("masks $text split at every place over two chunks", ({ text }) => {
    const whole = `before ${text} after`;
    const masked = scrubber.text(whole);
    for (let at = 0; at <= whole.length; at++) {
      expect(streamed([whole.slice(0, at), whole.slice(at)])).toBe(masked);
    }
  });

  it.each(samples)("masks $text split at every two places over three chunks", ({ text }) => {
    const masked = scrubber.text(text);
    for (let one = 0; one <= text.length; one++) {
      for (let two = one; two <= text.length; two++) {
        const chunks = [text.slice(0, one), text.slice(one, two), text.slice(two)];
        const seen = streamed(chunks);
        if (seen !== masked) expect({ chunks, seen }).toEqual({ chunks, seen: masked });
      }
    }
  });

  const piece = fc.oneof(
    { arbitrary: fc.constantFrom(...samples.map(({ text }) => text)), weight: 3 },
    fc.constantFrom(
      "sk-",
      "gh",
      "://",
      "a:b@",
      "-----BEGIN",
      " PRIVATE KEY-----\n",
      "-----END",
      "Authorization: ",
      "Bearer ",
    ),
    fc.constantFrom("abab", "abcd ef", "ghij.", " ", "\n", "\\n", '"', "@", ":", "/", "eyJ", "1", "."),
    fc.string({ maxLength: 12 }),
  );
  const text = fc.array(piece, { maxLength: 8 }).map((all) => all.join(""));
  const cuts = fc.array(fc.nat(400), { maxLength: 12 });

  it("gives what text gives, for every text and every split", () => {
    fc.assert(
      fc.property(text, cuts, (whole, places) => {
        expect(streamed(split(whole, places))).toBe(scrubber.text(whole));
        expect(streamed([...whole])).toBe(scrubber.text(whole));
      }),
      { numRuns: 1_000 },
    );
  });

  it("never takes back or changes what it has shown, and never shows the secret's first half", () => {
    for (const { text: sample, masked } of SHAPE_SAMPLES) {
      const stream = createScrubber().stream();
      let shown = "";
      for (const character of sample) {
        shown += stream.push(character);
        expect(masked.startsWith(shown)).toBe(true);
      }
    }
  });

  it("holds back no ordinary text", () => {
    const stream = createScrubber().stream();
    expect(stream.push("Hello, wor")).toBe("Hello, wor");
    expect(stream.push("ld. The ri")).toBe("ld. The ri");
    expect(stream.push("sk is low. http")).toBe("sk is low. http");
    expect(stream.push("://example.com/ and mort")).toBe("://example.com/ and mort");
    expect(stream.end()).toBe("");
  });

  it("can be used again after its end", () => {
    const stream = scrubber.stream();
    for (const { text: sample, masked } of SHAPE_SAMPLES) expect(stream.push(sample) + stream.end()).toBe(masked);
  });
});

function split(whole: string, places: readonly number[]): string[] {
  const sorted = [0, ...places.map((place) => Math.min(place, whole.length)).sort((a, b) => a - b), whole.length];
  return sorted.slice(1).map((end, index) => whole.slice(sorted[index], end));
}
