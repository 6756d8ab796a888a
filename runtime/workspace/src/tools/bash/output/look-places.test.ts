import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HeadAndTail } from "./head-and-tail.ts";
import { LookPlaces } from "./look-places.ts";
import { MARK, withoutMarks } from "./looks.ts";
import { ScreenText } from "./screen-text.ts";

const RED = "\u001b[0;31m";
const OFF = "\u001b[0m";

/** As a command's output goes: its places, in the text that is left of it. */
function shown(chunks: readonly string[], limits = { lines: 10, bytes: 10_000 }) {
  const [looks, screen, merged] = [new LookPlaces(), new ScreenText(), new HeadAndTail(limits)];
  for (const chunk of chunks) {
    looks.push(chunk);
    merged.push(screen.push(withoutMarks(chunk)));
  }
  merged.push(screen.end());
  const { head, tail } = merged.show();
  const text = tail === "" ? head : `${head}[…]\n${tail}`;
  const places = looks.in(merged.show(), text.length - tail.length);
  const marks = new Map(places);
  return [...`${text}\0`]
    .map((letter, at) => (marks.has(at) ? `<${marks.get(at)}>${letter}` : letter))
    .join("")
    .replace("\0", "");
}

describe("LookPlaces", () => {
  it.each([
    [`a${RED}b${OFF}c\n`, "a<31>b<>c\n"],
    [`${RED}a\nb${OFF}\nc`, "<31>a\nb<>\nc"],
    [`${RED}10 %\r${OFF}done\n`, "done\n"],
    [`${RED}10 %\r20 %${OFF}\n`, "<31>20 %<>\n"],
    [`long ${RED}line\rshort\n${OFF}x`, "<31>short\n<>x"],
    [`a${RED}b\b\bc${OFF}d`, "<31>c<>d"],
    [`be\u0007ll ${RED}x${OFF}`, "bell <31>x<>"],
    [`${RED}50 %\r${OFF}\nx`, "<31>50 %<>\nx"],
    [`${RED}x`, "<31>x<>"],
    ["plain\n", "plain\n"],
    [`${"x".repeat(2_500)}${RED}y${OFF}\n`, `${"x".repeat(2_000)}…[+501 chars]\n`],
  ])("stand in what a reader sees of %j: %j", (text, expected) => {
    expect(shown([text])).toBe(expected);
    expect(shown(text.split("\u001b").map((piece, index) => (index === 0 ? piece : `\u001b${piece}`)))).toBe(expected);
  });

  it("go on where the middle was left out, with the look that the end begins with", () => {
    const lines = Array.from({ length: 30 }, (_, line) => `${line}\n`);
    expect(
      shown([
        `${RED}0\n1${OFF}`,
        ...lines.slice(2),
        RED,
        "a\n",
        "b\n",
        "c\n",
        "d\n",
        "e\n",
        "f\n",
        "g\n",
        "h\n",
        `i${OFF}\n`,
      ]),
    ).toBe("<31>0\n1<>2\n[…]\n<31>b\nc\nd\ne\nf\ng\nh\ni<>\n");
  });

  it("are no more than a few, however many there were, and what is forgotten is plain", () => {
    const looks = new LookPlaces();
    for (let line = 0; line < 20_000; line++) looks.push(`${RED}a${OFF}b\n`);
    const head = "ab\n".repeat(1_000);
    const places = looks.in({ head, omittedLines: 18_000, tail: head, cut: true }, head.length + 10);
    expect(places.length).toBeLessThan(4_000);
    expect(places.slice(0, 2)).toEqual([
      [0, "31"],
      [1, ""],
    ]);
    expect(places.slice(-2)).toEqual([
      [2 * head.length + 7, "31"],
      [2 * head.length + 8, ""],
    ]);
    const colours = places.filter(([, parameters]) => parameters !== "").map(([at]) => at);
    expect(colours.every((at) => (at < head.length ? at % 3 === 0 : (at - head.length - 10) % 3 === 0))).toBe(true);
    const long = new LookPlaces();
    for (let mark = 0; mark < 10_000; mark++) long.push(`\u001b[0;38;2;1;2;${mark % 256}mx`);
    expect(
      JSON.stringify(long.in({ head: "x".repeat(10_000), omittedLines: 0, tail: "", cut: false }, 0)).length,
    ).toBeLessThan(64 * 1024);
  });

  it("change nothing else, and never stand outside the text", () => {
    const piece = fc.constantFrom(RED, OFF, "\u001b[0;1m", "ab", "\n", "\r", "\b", "c");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const marked = pieces.join("").replaceAll(new RegExp(`(?:${MARK.source})+(?=\u001b)`, "g"), "");
        const [whole, cut] = [
          shown([marked], { lines: 100, bytes: 10_000 }),
          shown(pieces, { lines: 100, bytes: 10_000 }),
        ];
        expect(cut).toBe(whole);
        expect(whole.replaceAll(/<[\d;]*>/g, "")).toBe(shown([withoutMarks(marked)], { lines: 100, bytes: 10_000 }));
        if (!["\r", "\b"].some((sign) => marked.includes(sign)))
          expect(looksOf(whole)).toEqual(
            looksOf(marked.replaceAll(MARK, (_, told) => `<${told.replace(/^0;?/, "")}>`)),
          );
      }),
    );
  });
});

function looksOf(text: string): readonly string[] {
  let look = "";
  return text.split(/<([\d;]*)>/).flatMap((piece, index) => {
    if (index % 2 === 0) return [...piece].map((letter) => (letter === "\n" ? letter : `${look}:${letter}`));
    look = piece;
    return [];
  });
}
