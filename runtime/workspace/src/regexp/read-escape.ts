import { classLiteral, WORD } from "./character-kinds.ts";
import { PatternProblem, type PatternReader } from "./pattern-reader.ts";

/** What a backslash and what follows stand for. `source` is a class of JavaScript's `v` mode. */
export type Escape =
  | { readonly kind: "literal"; readonly codePoint: number }
  | { readonly kind: "class"; readonly source: string }
  | { readonly kind: "other"; readonly letter: string };

const CONTROLS: ReadonlyMap<string, number> = new Map(Object.entries({ a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 }));

const CLASSES: ReadonlyMap<string, string> = new Map([
  ["d", "\\p{Nd}"],
  ["D", "\\P{Nd}"],
  ["s", "\\p{White_Space}"],
  ["S", "\\P{White_Space}"],
  ["w", WORD],
  ["W", `[^${WORD}]`],
]);

const HEX_DIGITS: ReadonlyMap<string, number> = new Map(Object.entries({ x: 2, u: 4, U: 8 }));

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

/** Reads what follows `\p` or `\P` and gives it as a class of JavaScript. */
function readProperty(reader: PatternReader, complement: boolean): string {
  const problem = "Unicode property not found";
  const given = reader.accept("{") ? reader.takeUntil("}", problem) : reader.take(problem);
  const inverted = given.startsWith("^");
  const name = inverted ? given.slice(1) : given;
  const found = special(name) ?? spellings(name).find(compiles);
  if (found === undefined) throw new PatternProblem(problem);
  return inverted !== complement ? `[^${found}]` : found;
}

function special(name: string): string | undefined {
  const plain = name.toLowerCase();
  if (plain === "any") return "[\\u{0}-\\u{10ffff}]";
  if (plain === "ascii") return "[\\u{0}-\\u{7f}]";
  return plain === "assigned" ? "\\p{Assigned}" : undefined;
}

/** Names may be written in any case, with blanks or hyphens, and a script without saying that it is one. */
function spellings(name: string): readonly string[] {
  if (!/^[\w =:-]{1,64}$/.test(name)) return [];
  const [left = "", right] = name.split(/[=:]/, 2);
  if (right !== undefined) return [`\\p{${keyOf(left)}=${capitalised(right)}}`];
  return [left, capitalised(left)].flatMap((one) => [`\\p{${one}}`, `\\p{Script=${one}}`]);
}

function keyOf(name: string): string {
  const plain = name.trim().toLowerCase();
  if (plain === "sc" || plain === "script") return "Script";
  return plain === "scx" || plain === "script_extensions" ? "Script_Extensions" : "General_Category";
}

function capitalised(name: string): string {
  const words = name.trim().split(/[ _-]+/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join("_");
}

function compiles(source: string): boolean {
  try {
    new RegExp(source, "v");
    return true;
  } catch {
    return false;
  }
}
