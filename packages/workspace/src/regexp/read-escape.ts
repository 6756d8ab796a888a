import { classLiteral, WORD } from "./character-kinds.ts";
import { PatternProblem } from "./pattern-problem.ts";
import type { PatternReader } from "./pattern-reader.ts";
import { readProperty } from "./unicode-property.ts";

/** What a backslash and what follows stand for. `source` is a class of JavaScript's `v` mode. */
export type Escape =
  | { readonly kind: "literal"; readonly codePoint: number }
  | { readonly kind: "class"; readonly source: string }
  | { readonly kind: "other"; readonly letter: string };

const CONTROLS: ReadonlyMap<string, number> = new Map([
  ["a", 7],
  ["f", 12],
  ["t", 9],
  ["n", 10],
  ["r", 13],
  ["v", 11],
]);

const CLASSES: ReadonlyMap<string, string> = new Map([
  ["d", "\\p{Nd}"],
  ["D", "\\P{Nd}"],
  ["s", "\\p{White_Space}"],
  ["S", "\\P{White_Space}"],
  ["w", WORD],
  ["W", `[^${WORD}]`],
]);

const HEX_DIGITS: ReadonlyMap<string, number> = new Map([
  ["x", 2],
  ["u", 4],
  ["U", 8],
]);

/** Reads what follows a backslash, in Rust's syntax. */
export function readEscape(reader: PatternReader): Escape {
  const letter = reader.take("incomplete escape sequence, reached end of pattern prematurely");
  const control = CONTROLS.get(letter);
  if (control !== undefined) return { kind: "literal", codePoint: control };
  const source = CLASSES.get(letter);
  if (source !== undefined) return { kind: "class", source };
  if (letter === "p" || letter === "P") return { kind: "class", source: readProperty(reader, letter === "P") };
  const digits = HEX_DIGITS.get(letter);
  if (digits !== undefined) return { kind: "literal", codePoint: readHex(reader, digits) };
  if (/^[0-9]$/.test(letter)) throw new PatternProblem("backreferences are not supported");
  if (/^[\x21-\x7e ]$/.test(letter) && !/^[A-Za-z<>]$/.test(letter)) return literal(letter);
  return { kind: "other", letter };
}

/** A literal as a class. */
export function sourceOf(read: Exclude<Escape, { kind: "other" }>): string {
  return read.kind === "class" ? read.source : classLiteral(read.codePoint);
}

/** A character that stands for itself. */
export function literal(character: string): Extract<Escape, { kind: "literal" }> {
  return { kind: "literal", codePoint: character.codePointAt(0) ?? 0 };
}

function readHex(reader: PatternReader, digits: number): number {
  const problem = "invalid hexadecimal digit";
  let text = "";
  if (reader.accept("{")) text = reader.takeUntil("}", problem);
  else
    while (text.length < digits) text += reader.take("incomplete escape sequence, reached end of pattern prematurely");
  if (!/^[0-9A-Fa-f]{1,8}$/.test(text)) throw new PatternProblem(problem);
  const codePoint = Number.parseInt(text, 16);
  if (codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint <= 0xdfff))
    throw new PatternProblem("hexadecimal literal is not a Unicode scalar value");
  return codePoint;
}
