import { endOfClass } from "./bracket-expression.ts";

/** One element of a glob over a single path segment. Which characters a class stands for is not read: it may be any. */
export type Token = { readonly kind: "char"; readonly char: string } | { readonly kind: "any" | "star" | "class" };

/** What names are compared as: in small letters at least. */
export type Fold = (text: string) => string;

export function inSmallLetters(text: string): string {
  return text.toLowerCase();
}

/** Reads `*`, `?`, classes and backslash escapes as bash does. Their characters are folded, the signs are not. */
export function tokensIn(text: string, fold: Fold = (chars) => chars): readonly Token[] {
  if (!/[*?[\\]/.test(text)) return charsIn(fold(text));
  if (text.length > MAX_GLOB) return [{ kind: "star" }];
  const tokens: Token[] = [];
  let chars = "";
  for (const element of elementsOf(text)) {
    if (element.kind === "char") chars += element.char;
    else {
      tokens.push(...charsIn(fold(chars)));
      chars = "";
      // Stars in a row mean one.
      if (element.kind !== "star" || tokens.at(-1)?.kind !== "star") tokens.push(element);
    }
  }
  return [...tokens, ...charsIn(fold(chars))];
}

/** A longer glob is not read: it may be any name. In UTF-16 units. */
const MAX_GLOB = 1_000;

function elementsOf(text: string): readonly Token[] {
  const elements: Token[] = [];
  let unclosed = 0;
  for (let at = 0; at < text.length; ) {
    const { element, end } = elementAt(text, at);
    if (text[at] === "[" && element.kind === "char" && ++unclosed > MAX_UNCLOSED)
      return [...elements, { kind: "star" }];
    elements.push(element);
    at = end;
  }
  return elements;
}

/** For each bracket that nothing closes the whole rest is looked through. */
const MAX_UNCLOSED = 16;

function elementAt(text: string, at: number): { readonly element: Token; readonly end: number } {
  if (text[at] === "*") return { element: { kind: "star" }, end: at + 1 };
  if (text[at] === "?") return { element: { kind: "any" }, end: at + 1 };
  const end = text[at] === "[" ? endOfClass(text, at) : undefined;
  if (end === "unclear") return { element: { kind: "star" }, end: text.length };
  if (end !== undefined) return { element: { kind: "class" }, end };
  // A backslash with nothing behind it stands for itself or for nothing.
  if (text[at] === "\\" && at + 1 === text.length) return { element: { kind: "star" }, end: text.length };
  const start = text[at] === "\\" ? at + 1 : at;
  const char = String.fromCodePoint(text.codePointAt(start) ?? 0);
  return { element: { kind: "char", char }, end: start + char.length };
}

function charsIn(text: string): readonly Token[] {
  return [...text].map((char) => ({ kind: "char", char }));
}
