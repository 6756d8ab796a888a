import type { DoubleQuotedChild, Word, WordPart } from "unbash";
import { escapeGlob, type ShellWord } from "./shell-word.ts";

/** What an expansion stands for, when that is known. */
export type Lookup = (part: WordPart) => ShellWord | undefined;

/** A word, and whether every character of it was accounted for by a second, independent look at the text. */
export interface ReadWord {
  readonly word: ShellWord;
  readonly covered: boolean;
}

/** The escapes that the parser and bash decode alike: no `\x{…}`, no joined lines, nothing beyond ASCII but by `\u`. */
const PLAIN_ANSI_C =
  /^\$'(?:[^'\\]|\\(?:[abeEfnrtv\\'"?]|[01][0-7]{0,2}|[2-7][0-7]?(?![0-7])|x[0-7][\da-fA-F]?|x[89a-fA-F](?![\da-fA-F])|u[\da-fA-F]{1,4}|U[\da-fA-F]{1,8}|c[A-Za-z]))*'$/;

interface Piece {
  readonly kind: "text" | "glob" | "dynamic" | "stream";
  readonly value: string;
  readonly covered: boolean;
  readonly splits?: boolean;
  /** Names that it becomes are cut at their blanks, and expanded once more. */
  readonly resplit?: boolean;
}

/**
 * Reads one word of the parser's tree. The raw text is looked at again: parts must tile the word without a gap, literal
 * text must hold no unquoted metacharacter, and quote removal must give what the parser says.
 */
export function readWord(node: Word, source: string, lookup: Lookup = () => undefined): ReadWord {
  const parts = node.parts ?? [];
  const raw = source.slice(node.pos, node.end);
  const pieces =
    parts.length === 0 ? [bareText(raw, node.value)] : parts.flatMap((part) => piecesOf(part, source, lookup));
  const tiled = parts.length === 0 || tiles(parts, node.pos, node.end);
  return { word: assemble(pieces, raw), covered: tiled && pieces.every((piece) => piece.covered) };
}

function tiles(parts: readonly { pos: number; end: number }[], from: number, to: number): boolean {
  let at = from;
  for (const part of parts) {
    if (part.pos !== at) return false;
    at = part.end;
  }
  return at === to;
}

function assemble(pieces: readonly Piece[], raw: string): ShellWord {
  const firstOpen = pieces.findIndex((piece) => piece.kind !== "text");
  const prefix = join(firstOpen < 0 ? pieces : pieces.slice(0, firstOpen));
  const form = formOf(pieces);
  const value = form === "dynamic" || form === "stream" ? prefix : join(pieces);
  const pattern = pieces.map((piece) => (piece.kind === "text" ? escapeGlob(piece.value) : piece.value)).join("");
  const splits = pieces.some((piece) => piece.splits === true);
  const word = { text: raw, form, value, prefix, pattern, tilde: raw.startsWith("~"), splits };
  return pieces.some((piece) => piece.resplit === true) ? { ...word, resplit: true, expands: true } : word;
}

function join(pieces: readonly Piece[]): string {
  return pieces.map((piece) => piece.value).join("");
}

function formOf(pieces: readonly Piece[]): ShellWord["form"] {
  if (pieces.length === 1 && pieces[0]?.kind === "stream") return "stream";
  if (pieces.some((piece) => piece.kind === "dynamic" || piece.kind === "stream")) return "dynamic";
  return pieces.some((piece) => piece.kind === "glob") ? "glob" : "literal";
}

function piecesOf(part: WordPart, source: string, lookup: Lookup): readonly Piece[] {
  if (part.type === "DoubleQuoted") return doubleQuoted(part.parts, { pos: part.pos, end: part.end, source, lookup });
  return [unquotedValue(lookup(part)) ?? pieceOf(part, source)];
}

/** Without quotes a value is one word only where it holds no blank; wildcards in it are expanded. */
function unquotedValue(value: ShellWord | undefined): Piece | undefined {
  if (value?.form === "glob" && /^[^\s\\'"$`]+$/.test(value.pattern))
    return { kind: "glob", value: value.pattern, covered: true, splits: true, resplit: true };
  if (value?.form !== "literal" || !/^[^\s\\'"$`]+$/.test(value.value)) return undefined;
  if (!/[*?[]/.test(value.value)) return text(value.value, true);
  return { kind: "glob", value: value.value, covered: true, splits: true };
}

function pieceOf(part: Exclude<WordPart, { type: "DoubleQuoted" }>, source: string): Piece {
  const raw = source.slice(part.pos, part.end);
  switch (part.type) {
    case "Literal":
      return bareText(raw, part.value);
    case "SingleQuoted":
      return text(part.value, raw === `'${part.value}'` && !part.value.includes("'"));
    case "AnsiCQuoted":
      return text(part.value, PLAIN_ANSI_C.test(raw));
    case "Glob":
      return globPiece(raw);
    case "ProcessSubstitution":
      return { kind: "stream", value: "", covered: /^[<>]\([\s\S]*\)$/.test(raw) };
    case "ArithmeticExpansion":
      return { kind: "dynamic", value: "", covered: true };
    default:
      return { kind: "dynamic", value: "", covered: raw.length > 0, splits: true };
  }
}

/** A class with quotes in it is any character: they may hold its bracket, as an expansion may bring one. */
function globPiece(raw: string): Piece {
  if (/[$`]/.test(raw)) return { kind: "dynamic", value: "", covered: true, splits: true };
  return { kind: "glob", value: /['"]/.test(raw) ? "?" : raw, covered: true, splits: true };
}

function text(value: string, covered: boolean): Piece {
  return { kind: "text", value, covered };
}

/** Unquoted text: a metacharacter, quote or expansion in it means that the parser saw less than bash does. */
function bareText(written: string, value: string): Piece {
  // A backslash at the very end of a line stands for itself.
  const raw = /^(?:[^\\]|\\[\s\S])*\\$/.test(written) ? `${written}\\` : written;
  const rest = raw.replace(/\\[\s\S]/g, "");
  const clean = !/[\s;&|<>()'"`*?\\]|\$[\w({['"@*#?!$-]/.test(rest) && !holdsClass(rest);
  return text(value, clean && raw.replace(/\\\n/g, "").replace(/\\([\s\S])/g, "$1") === value);
}

function holdsClass(text: string): boolean {
  const open = text.indexOf("[");
  return open >= 0 && text.indexOf("]", open) > open;
}

function doubleQuoted(
  children: readonly DoubleQuotedChild[],
  at: { readonly pos: number; readonly end: number; readonly source: string; readonly lookup: Lookup },
): readonly Piece[] {
  const closed = at.end - at.pos >= 2 && at.source[at.pos] === '"' && at.source[at.end - 1] === '"';
  if (at.end - at.pos === 2) return [text("", closed)];
  const whole = text("", closed && tiles(children, at.pos + 1, at.end - 1));
  return [whole, ...children.map((child) => quotedPiece(child, at.lookup(child)))];
}

function quotedPiece(child: DoubleQuotedChild, known: ShellWord | undefined): Piece {
  if (known?.form === "literal") return text(known.value, true);
  if (known?.form === "glob") return { kind: "glob", value: known.pattern, covered: true };
  if (child.type !== "Literal") {
    const splits = /^\$(?:@|\{[^`(]*@)/.test(child.text);
    return { kind: "dynamic", value: "", covered: child.text.length > 0, splits };
  }
  const rest = child.text.replace(/\\[\s\S]/g, "");
  const clean = !/["`\\]|\$[\w({[@*#?!$-]/.test(rest);
  return text(child.value, clean && child.text.replace(/\\\n/g, "").replace(/\\([$`"\\])/g, "$1") === child.value);
}
