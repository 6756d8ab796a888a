import fc from "fast-check";
import { expect, it } from "vitest";
import { linePieces } from "./line-pieces.ts";

const word = (text: string) => ({ text, kind: "word" as const });
const plain = (text: string) => ({ text, kind: "" as const });

it("cuts a line where its colour or its mark changes", () => {
  const pieces = linePieces("const a = 1;", [word("const"), plain(" a = "), { text: "1", kind: "number" }], [[3, 7]]);
  expect(pieces.map(({ text, kind, isMarked }) => `${text}/${kind}${isMarked ? "!" : ""}`)).toEqual([
    "con/word",
    "st/word!",
    " a/!",
    " = /",
    "1/number",
    ";/",
  ]);
});

it("joins to the line, whatever the tokens and the marks are", () => {
  const text = fc.string({ maxLength: 40 });
  const places = fc.array(fc.nat(40), { maxLength: 8 });
  fc.assert(
    fc.property(text, fc.array(text), places, (line, tokens, ends) => {
      const sorted = ends.toSorted((a, b) => a - b);
      const marks = sorted.flatMap((to, place) => (place % 2 === 1 ? [[sorted[place - 1] ?? 0, to] as const] : []));
      const pieces = linePieces(line, tokens.map(word), marks);
      expect(pieces.map((piece) => piece.text).join("")).toBe(line);
      const marked = pieces.filter(({ isMarked }) => isMarked).reduce((sum, piece) => sum + piece.text.length, 0);
      const wanted = marks.reduce((sum, [from, to]) => sum + inside(line, from, to), 0);
      expect(marked).toBe(wanted);
    }),
  );
});

function inside(line: string, from: number, to: number): number {
  return Math.max(0, Math.min(line.length, to) - Math.min(line.length, from));
}
