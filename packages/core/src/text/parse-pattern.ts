import type { PatternNode, PlaceTest } from "./pattern-node.ts";

export type ParsedPattern =
  | { readonly ok: true; readonly node: PatternNode }
  | { readonly ok: false; readonly problem: string };

/** Takes apart a pattern that `RegExp` has accepted. Look-around, back-references, inline flags and `\p{…}` are a problem. */
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
const ESCAPE = /\\(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|c[A-Za-z]|.)/y;
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
  const atom = take(CLASS, cursor)?.[0] ?? take(ESCAPE, cursor)?.[0] ?? cursor.source.charAt(cursor.at++);
  const holds = PLACES.get(atom);
  return holds === undefined ? { kind: "character", fits: characterTest(atom) } : { kind: "assertion", holds };
}

function quantified(node: PatternNode, cursor: Cursor): PatternNode {
  const found = take(QUANTIFIER, cursor);
  if (found === undefined) return node;
  const [, sign, low, comma, high] = found;
  if (sign !== undefined) {
    return repeated(node, sign === "+" ? 1 : 0, sign === "?" ? 1 : Number.POSITIVE_INFINITY);
  }
  const min = Number(low);
  if (comma === "") return repeated(node, min, min);
  return repeated(node, min, high === "" ? Number.POSITIVE_INFINITY : Number(high));
}

/** The earliest end is looked for, so it does not matter what a repetition prefers. */
function repeated(node: PatternNode, min: number, max: number): PatternNode {
  return { kind: "repeat", node, min, max, greedy: true };
}

function take(pattern: RegExp, cursor: Cursor): RegExpExecArray | undefined {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.source);
  if (found === null) return undefined;
  cursor.at = pattern.lastIndex;
  return found;
}

/** One character's worth of pattern is left to `RegExp`: it cannot backtrack. The answers are remembered. */
function characterTest(atom: string): (code: number) => boolean {
  if (!/^[\\[.]/.test(atom)) return (code) => code === atom.charCodeAt(0);
  const single = new RegExp(`^${atom}$`);
  const known = new Map<number, boolean>();
  return (code) => {
    const answer = known.get(code) ?? single.test(String.fromCharCode(code));
    known.set(code, answer);
    return answer;
  };
}

const PLACES: ReadonlyMap<string, PlaceTest> = new Map<string, PlaceTest>([
  ["^", (before) => before === -1],
  ["$", (_before, after) => after === -1],
  ["\\b", (before, after) => isWord(before) !== isWord(after)],
  ["\\B", (before, after) => isWord(before) === isWord(after)],
]);

function isWord(code: number): boolean {
  return code >= 0 && /^\w$/.test(String.fromCharCode(code));
}
