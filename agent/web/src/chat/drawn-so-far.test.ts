import { expect, it } from "vitest";
import { drawnSoFar } from "./drawn-so-far.ts";

const ROW = `| ${"x".repeat(96)} |\n`;

/** What is drawn after each piece, each once. */
function drawings(pieces: number): readonly string[] {
  const drawn = [""];
  for (let piece = 1; piece <= pieces; piece += 1) {
    const next = drawnSoFar(ROW.repeat(piece), drawn.at(-1) ?? "");
    if (next !== drawn.at(-1)) drawn.push(next);
  }
  return drawn.slice(1);
}

it("draws a short block with every piece", () => {
  expect(drawings(29)).toHaveLength(29);
});

it("draws a long one again where it is a twentieth longer, in all as much as twenty times the whole", () => {
  const long = drawings(200);
  expect(long.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(21 * 200 * ROW.length);
  expect(long.at(-1)?.length).toBeGreaterThan(0.95 * 200 * ROW.length);
});

it("draws another text at once, also a shorter one", () => {
  const text = ROW.repeat(100);
  expect(drawnSoFar(`y${text}`, text)).toBe(`y${text}`);
  expect(drawnSoFar(text.slice(1), text)).toBe(text.slice(1));
});
