import { createScrubber, secret } from "@toolwright/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MARK, withoutMarks } from "./looks.ts";
import { MarkedScrub } from "./marked-scrub.ts";
import { AnsiStripper } from "./strip-ansi.ts";

const VALUES = ["hunter2-hunter2", "ter2-hunter2-and-on", "two\nlines\nof it"] as const;
const SCRUBBER = createScrubber(VALUES.map((value, index) => secret(`pin${index}`, value)));
const KEY = `sk-${"Ab1".repeat(12)}`;
const RED = "\u001b[0;31m";
const OFF = "\u001b[0m";

function scrub(chunks: readonly string[], scrubber = SCRUBBER) {
  const stripper = new AnsiStripper({ keepLooks: true });
  const marking = new MarkedScrub(scrubber.stream());
  const pieces = [...chunks.map((chunk) => marking.push(stripper.push(chunk))), marking.end()];
  return { plain: pieces.map(({ plain }) => plain).join(""), marked: pieces.map(({ marked }) => marked).join("") };
}

const bare = (text: string) => new AnsiStripper().push(text);

describe("MarkedScrub", () => {
  it.each([
    ["a\u001b[31mb\u001b[mc", `a${RED}b${OFF}c`],
    ["\u001b[31m\u001b[39m\u001b[1m\u001b[31;22mred", `${RED}red${OFF}`],
    ["\u001b[31mse\u001b[32mcret\u001b[m", `${RED}se\u001b[0;32mcret${OFF}`],
    ["hun\u001b[31mter2-hun\u001b[0mter2 and \u001b[31mon", `[secret:pin0] and ${RED}on${OFF}`],
    ["\u001b[31mhunter2-hunter2\u001b[m plain", `${RED}[secret:pin0]${OFF} plain`],
    [`\u001b[31m${KEY}\u001b[m plain\u001b[31m red`, `${RED}[secret:sk]${OFF} plain${RED} red${OFF}`],
    ["two\n\u001b[31mlines\nof\u001b[m it.", "[secret:pin2]."],
    ["hunter2-hun\u001b[31mx", `hunter2-hun${RED}x${OFF}`],
  ])("makes of %j %j, cut anywhere", (text, shown) => {
    const [name = ""] = /\[secret:(?!pin)[^\]]*\]/.exec(SCRUBBER.text(bare(text))) ?? [];
    const expected = shown.replace("[secret:sk]", name);
    expect(scrub([text]).marked).toBe(expected);
    expect(scrub([...text]).marked).toBe(expected);
  });

  it("masks what the text without marks says, leaves no secret, and puts no mark into a mask, of any text", () => {
    const secretPiece = fc
      .constantFrom(...VALUES, KEY)
      .chain((value) =>
        fc
          .tuple(fc.nat(value.length), fc.nat(value.length))
          .map(([a, b]) => value.slice(Math.min(a, b), Math.max(a, b))),
      );
    const mark = fc.constantFrom(
      "\u001b[31m",
      "\u001b[m",
      "\u001b[1;4m",
      "\u001b[38;5;9m",
      "\u001b[2J",
      "\u001b]0;t\u0007",
      "\u001b[",
    );
    const word = fc.constantFrom(
      "a",
      " ",
      "\n",
      "s",
      "sk-",
      "[secret:",
      "]",
      "hunter2-",
      ...VALUES,
      KEY,
      "Authorization: Bearer ",
    );
    const text = fc.array(fc.oneof(word, mark, mark, secretPiece), { maxLength: 30 }).map((list) => list.join(""));
    fc.assert(
      fc.property(text, fc.array(fc.nat(200), { maxLength: 6 }), (whole, cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), whole.length];
        const { plain, marked } = scrub(places.slice(1).map((end, index) => whole.slice(places[index], end)));
        expect(plain).toBe(SCRUBBER.text(bare(whole)));
        expect(withoutMarks(marked)).toBe(plain);
        expect(SCRUBBER.secretsIn(withoutMarks(marked))).toEqual([]);
        expect(marked).not.toMatch(new RegExp(`(?:${MARK.source}){2}`));
        for (const [mask] of plain.matchAll(/\[secret:pin\d\]/g)) expect(marked).toContain(mask);
      }),
      { numRuns: 500 },
    );
  });

  it("puts every mark where its character still stands", () => {
    // Where two secrets share characters, a mark may come after the second.
    const value = "correct-horse-battery";
    const one = createScrubber([secret("pin0", value)]);
    const piece = fc.constantFrom("\u001b[31m", "\u001b[32m", "\u001b[m", "aa", "b", "\n", value, "correct-");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = pieces.join("");
        const looks = (marked: string) => lettersWithLooks(marked.replaceAll(/\[secret:pin0\]/g, ""));
        const expected = looks(maskedWhole(text, value));
        expect(looks(scrub([text], one).marked)).toEqual(expected);
        expect(looks(scrub([...text], one).marked)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it("stays linear and bounded with a mark before every character, also where a secret may have begun", () => {
    const looks = (letters: string) => [...letters].map((letter, index) => `\u001b[3${index % 8}m${letter}`).join("");
    const texts = [
      "\u001b[31m".repeat(200_000),
      looks("a".repeat(30_000)),
      looks(`-----BEGIN PRIVATE KEY-----\n${"A".repeat(30_000)}`),
    ];
    for (const text of texts) {
      const marking = new MarkedScrub(SCRUBBER.stream());
      let length = 0;
      for (let at = 0; at < text.length; at += 8_192) length += marking.push(text.slice(at, at + 8_192)).marked.length;
      expect(length + marking.end().marked.length).toBeLessThanOrEqual(2 * text.length);
    }
    expect(scrub(["\u001b[31m".repeat(200_000)]).marked).toBe("");
  });
});

/** Each character with the parameters that hold for it, in the one form. */
function lettersWithLooks(text: string): readonly string[] {
  let look = "";
  return text.split(MARK).flatMap((piece, index) => {
    if (index % 2 === 0) return [...piece].map((letter) => `${look}:${letter}`);
    look = piece.replace(/^0;?/, "");
    return [];
  });
}

/** The text with masks, where marks may stand anywhere in a value. */
function maskedWhole(text: string, value: string): string {
  const letters = [...value].join("((?:\u001b\\[[\\d;]*m)*)");
  return text.replace(
    new RegExp(letters, "g"),
    (_, ...marks) => `[secret:pin0]${marks.slice(0, value.length - 1).join("")}`,
  );
}
