import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createScrubber } from "./create-scrubber.ts";
import { secret } from "./secret.ts";
import { brokenForms } from "./secret-forms.ts";
import { trieOf } from "./value-trie.ts";

const VALUE = "s3cr3t/Value+with&odd<chars>\"'and-more-0123456789abcdef";

function wrapped(text: string, width: number, end = "\n"): string {
  return (
    Buffer.from(text)
      .toString("base64")
      .match(new RegExp(`.{1,${width}}`, "g"))
      ?.join(end) ?? ""
  );
}

/** What of a value may be read out of base64 that holds masks. */
function readable(text: string, value: string): boolean {
  const pieces = text
    .split(/\[secret:\w+\]/)
    .flatMap((piece) => [0, 1, 2, 3].map((cut) => piece.replace(/\s/g, "").slice(cut)));
  const decoded = pieces.map((piece) => Buffer.from(piece, "base64").toString("latin1"));
  const parts = Array.from({ length: value.length - 7 }, (_, at) => value.slice(at, at + 8));
  return parts.some((part) => decoded.some((one) => one.includes(part)));
}

describe("a value in base64 that is broken into lines", () => {
  it("is found wherever it stands and wherever the lines are broken", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 0, maxLength: 120 }),
        fc.string({ maxLength: 40 }),
        fc.constantFrom(60, 64, 72, 76),
        fc.constantFrom("\n", "\r\n"),
        fc.string({ minLength: 12, maxLength: 150, unit: "grapheme-ascii" }),
        (before, after, width, end, value) => {
          // What stands around it may happen to have a part of it, and is no secret.
          fc.pre(!readable(wrapped(before, width, end), value) && !readable(wrapped(after, width, end), value));
          const { text } = createScrubber([secret("K", value)]);
          expect(readable(text(wrapped(before + value + after, width, end)), value)).toBe(false);
        },
      ),
      { numRuns: 400 },
    );
  });

  it("is found when it comes in pieces, with another value behind it", () => {
    const scrubber = createScrubber([secret("K", VALUE), secret("OTHER", "another-value-9876")]);
    const stream = scrubber.stream();
    const shown =
      [...wrapped(`A=1\nKEY=${VALUE}\nB=2\n`, 76), ..."\nanother-value-9876 x"]
        .map((letter) => stream.push(letter))
        .join("") + stream.end();
    expect(readable(shown, VALUE)).toBe(false);
    expect(shown).toContain("[secret:K]");
    expect(shown).toMatch(/\[secret:OTHER\] x$/);
  });

  it("is found by as many states as its length asks for, however many lines it may be broken into", () => {
    const statesFor = (length: number) => {
      const value = Array.from({ length }, (_, at) => String.fromCharCode(48 + ((at * at * 7 + at * 31) % 75))).join(
        "",
      );
      const found = new Set([
        trieOf(brokenForms(value).map((form) => ({ form, secret: secret("K", value), breaks: true }))),
      ]);
      for (const { next } of found) for (const state of next.values()) found.add(state);
      return found.size;
    };
    expect(statesFor(1_600)).toBeLessThan(4.5 * statesFor(400));
  });

  it("takes no plain value for a broken one", () => {
    const { text } = createScrubber([secret("K", VALUE), secret("LINES", "first line\nsecond line")]);
    expect(text("first line\nsecond line, czNj\nanything else\r\nczNjcjN0\r\nmore")).toBe(
      "[secret:LINES], czNj\nanything else\r\nczNjcjN0\r\nmore",
    );
  });
});

describe("a value escaped for pages", () => {
  it.each([
    VALUE.replace(/[<>&]/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`).replace('"', '\\"'),
    VALUE.replace(/&/g, "&amp;")
      .replace(/</g, "&lt;")
      .replace(/>/g, "&gt;")
      .replace(/"/g, "&#34;")
      .replace(/'/g, "&#39;"),
  ])("is found: %s", (written) => {
    expect(createScrubber([secret("K", VALUE)]).text(`x ${written} y`)).toBe("x [secret:K] y");
  });
});
