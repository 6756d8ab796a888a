import type { CharacterTest, PatternNode, PlaceTest } from "./pattern-node.ts";

export type ParsedPattern =
  | { readonly ok: true; readonly node: PatternNode }
  | { readonly ok: false; readonly problem: string };

/**
 * Takes apart a pattern that `RegExp` has accepted. Look-around, back-references, inline flags and `\p{…}` are a
 * problem.
 */
export function parsePattern(source: string): ParsedPattern {
  const unsupported = findUnsupported(source);
  if (unsupported !== undefined) return { ok: false, problem: `${unsupported} is not supported` };
  return { ok: true, node: parseChoice({ source, at: 0 }) };
}

interface Cursor {
  readonly source: string;
  at: number;
}

const CLASS = /\[(?:\\.|[^\]\\])*\]/y;
const ESCAPE = /\\(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|c[A-Za-z]|.)/uy;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y;
const GROUP = /\((?:\?:|\?<[^=!][^>]*>)?/y;

/** An escape that only the `u` flag knows; without it, it would match other text in silence. */
const UNICODE_ESCAPE = /(?<!\\)(?:\\\\)*\\[pPu]\{/;

function findUnsupported(source: string): string | undefined {
  if (UNICODE_ESCAPE.test(source)) return "an escape with braces";
  const plain = source.replace(/\[(?:\\.|[^\]\\])*\]|\\[^1-9k]/g, "");
  if (/\(\?(?:[=!]|<[=!])/.test(plain)) return "look-around";
  if (/\\[1-9k]/.test(plain)) return "a back-reference";
  return /\(\?[a-z-]/.test(plain) ? "an inline flag" : undefined;
}

function parseChoice(cursor: Cursor): PatternNode {
  const options = [parseSequence(cursor)];
  while (cursor.source[cursor.at] === "|") {
    cursor.at++;
    options.push(parseSequence(cursor));
  }
  return { kind: "choice", options };
}

function parseSequence(cursor: Cursor): PatternNode {
  const parts: PatternNode[] = [];
  while (cursor.at < cursor.source.length && !/[|)]/.test(cursor.source.charAt(cursor.at))) {
    parts.push(quantified(parseAtom(cursor), cursor));
  }
  return { kind: "sequence", parts };
}

function parseAtom(cursor: Cursor): PatternNode {
  const group = take(GROUP, cursor);
  if (group !== undefined) {
    const inner = parseChoice(cursor);
    cursor.at++;
    return inner;
  }
  const atom = take(CLASS, cursor)?.[0] ?? take(ESCAPE, cursor)?.[0] ?? takeCharacter(cursor);
  const holds = PLACES.get(atom);
  return holds === undefined ? { kind: "character", fits: characterTest(atom) } : { kind: "assertion", holds };
}

function takeCharacter(cursor: Cursor): string {
  const character = String.fromCodePoint(cursor.source.codePointAt(cursor.at) ?? 0);
  cursor.at += character.length;
  return character;
}

function quantified(node: PatternNode, cursor: Cursor): PatternNode {
  const found = take(QUANTIFIER, cursor);
  if (found === undefined) return node;
  const [whole, sign, low, comma, high] = found;
  const greedy = whole === sign || !whole.endsWith("?");
  if (sign !== undefined) {
    return {
      kind: "repeat",
      node,
      min: sign === "+" ? 1 : 0,
      max: sign === "?" ? 1 : Number.POSITIVE_INFINITY,
      greedy,
    };
  }
  const min = Number(low);
  const max = comma === "" ? min : high === "" ? Number.POSITIVE_INFINITY : Number(high);
  return { kind: "repeat", node, min, max, greedy };
}

function take(pattern: RegExp, cursor: Cursor): RegExpExecArray | undefined {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.source);
  if (found === null) return undefined;
  cursor.at = pattern.lastIndex;
  return found;
}

/** More answers than this are not remembered at once. */
const MAX_REMEMBERED = 10_000;

/** One character's worth of pattern is left to `RegExp`: it cannot backtrack. The answers are remembered. */
function characterTest(atom: string): CharacterTest {
  if (!/^[\\[.]/.test(atom)) {
    const codePoint = atom.codePointAt(0);
    return (other) => other === codePoint;
  }
  const single = new RegExp(`^${atom}$`, isUnicode(atom) ? "u" : "");
  return remembered((codePoint) => single.test(String.fromCodePoint(codePoint)));
}

/** The same test, which keeps its answers. */
export function remembered(fits: CharacterTest): CharacterTest {
  const known = new Map<number, boolean>();
  return (codePoint) => {
    let answer = known.get(codePoint);
    if (answer === undefined) {
      if (known.size >= MAX_REMEMBERED) known.clear();
      answer = fits(codePoint);
      known.set(codePoint, answer);
    }
    return answer;
  };
}

/** An escape that stands for itself, such as `\-`, is none under the flag that knows code points. */
function isUnicode(atom: string): boolean {
  try {
    new RegExp(atom, "u");
    return true;
  } catch {
    return false;
  }
}

const PLACES: ReadonlyMap<string, PlaceTest> = new Map<string, PlaceTest>([
  ["^", (before) => before === -1],
  ["$", (_before, after) => after === -1],
  ["\\b", (before, after) => isWord(before) !== isWord(after)],
  ["\\B", (before, after) => isWord(before) === isWord(after)],
]);

/** True for a character of a word as JavaScript has it; -1, an end of the text, is none. */
export function isWord(codePoint: number): boolean {
  return codePoint >= 0 && /^\w$/.test(String.fromCodePoint(codePoint));
}
