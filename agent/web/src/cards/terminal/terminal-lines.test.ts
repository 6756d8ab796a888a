import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { terminalLines } from "./terminal-lines.ts";

const E = "\u001b";
const texts = (text: string) => terminalLines(text).map((line) => line.map((piece) => piece.text).join(""));
const looks = (text: string) =>
  terminalLines(text).flatMap((line) => line.map(({ text: said, look }) => [said, look.front, look.back, look.bold]));

describe("terminalLines", () => {
  it("lets a carriage return go back, and what comes take the place of what was there", () => {
    expect(texts("10 %\r20 %\r100 %\ndone\r\nlong line\rshort")).toEqual(["100 %", "done", "shortline"]);
    expect(texts(`10 of 200${`\r${E}[K`}2`)).toEqual(["2"]);
    expect(texts("ab\b\bc")).toEqual(["cb"]);
  });

  it("gives the sixteen colours, and what comes near them", () => {
    expect(looks(`${E}[31mred${E}[0m plain ${E}[1;92mgreen${E}[m`)).toEqual([
      ["red", 1, undefined, false],
      [" plain ", undefined, undefined, false],
      ["green", 10, undefined, true],
    ]);
    expect(looks(`${E}[38;5;196ma${E}[48;2;0;0;255mb${E}[39;49mc`)).toEqual([
      ["a", 9, undefined, false],
      ["b", 9, 12, false],
      ["c", undefined, undefined, false],
    ]);
  });

  it("keeps out what else is said to a terminal, also where it breaks off", () => {
    expect(texts(`${E}]0;title\u0007a${E}[2J${E}[10;10Hb${E}(Bc${E}[3`)).toEqual(["abc"]);
    expect(texts(`a${E}`)).toEqual(["a"]);
    expect(texts(`${E}]8;;https://example.org${E}\\link${E}]8;;${E}\\`)).toEqual(["link"]);
  });

  it("leaves plain text as it is, and bears anything", () => {
    const plain = fc.stringMatching(/^[a-z \n\t<&]*$/);
    fc.assert(
      fc.property(plain, (text) => {
        expect(texts(text).join("\n")).toBe(text);
      }),
    );
    const sign = fc.constantFrom(E, "[", "]", "3", "1", ";", "m", "K", "\r", "\n", "\b", "x", "\u0007", "\\", "<b>");
    fc.assert(
      fc.property(fc.array(sign), (signs) => {
        const shown = texts(signs.join("")).join("\n");
        expect(shown).not.toContain(E);
        expect(shown.length).toBeLessThanOrEqual(signs.join("").length);
      }),
    );
  });

  it("takes no longer for a line that is written over and over", () => {
    const text = `${"x".repeat(50_000)}${"\ry".repeat(50_000)}`;
    expect(texts(text)).toEqual([`y${"x".repeat(49_999)}`]);
  });
});
