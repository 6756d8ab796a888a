/** Where code stops to be a program. */
export interface Problem {
  /** In the words of a sentence: `unexpected "}"`. */
  readonly reason: string;
  /** In the source, from 0. */
  readonly position: number;
  /** It may be one all the same: the reader came to its own end. */
  readonly isTooDeep?: boolean;
  /** It is TypeScript, of which this is more than a type. */
  readonly isMoreThanTypes?: boolean;
}

/** Characters of a line that are shown. */
const MAX_LINE = 160;

/** The words for code that does not parse, with the line itself. */
export function describeProblem(source: string, { reason, position }: Problem): string {
  const before = source.slice(0, position).split(LINE_END);
  const line = source.split(LINE_END)[before.length - 1] ?? "";
  const column = (before.at(-1) ?? "").length + 1;
  const where = `line ${before.length}, column ${column}`;
  return `The code is no JavaScript program: ${reason} at ${where}.\nLine ${before.length}: ${shown(line, column)}`;
}

const LINE_END = /\r\n|[\n\r\u2028\u2029]/;

function shown(line: string, column: number): string {
  if (line.length <= MAX_LINE) return line;
  const start = Math.max(0, Math.min(column - MAX_LINE / 2, line.length - MAX_LINE));
  const end = start + MAX_LINE;
  return `${start > 0 ? "…" : ""}${line.slice(start, end)}${end < line.length ? "…" : ""}`.toWellFormed();
}

/** What a parser threw, in our words. */
export function problemOf(error: unknown, source: string): Problem {
  if (!(error instanceof SyntaxError) || !hasPosition(error)) return { ...TOO_DEEP, position: 0 };
  const { message } = error;
  // A blank is never what is wrong: the reader has stepped over what stands before it.
  const position = /^Unexpected character '\s/.test(message) ? error.pos - 1 : error.pos;
  if (message.startsWith("Not enough stack space")) return { ...TOO_DEEP, position };
  const plain = message.replace(/ \(\d+:\d+\)$/, "");
  if (plain.startsWith("Expecting Unicode escape")) return { reason: ESCAPED_TWICE, position: position - 1 };
  const isToken = /^Unexpected (?:token|character)|^'import' and 'export' may|is reserved$/.test(plain);
  return {
    reason: isToken ? unexpected(source, position) : `${plain.charAt(0).toLowerCase()}${plain.slice(1)}`,
    position,
  };
}

const ESCAPED_TWICE = 'unexpected "\\" (line breaks escaped twice?)';

const TOO_DEEP = { reason: "nested too deep", isTooDeep: true };

export function unexpected(source: string, position: number): string {
  const [token] = /^(?:[\p{ID_Continue}$]+|\S)/u.exec(source.slice(position, position + 40)) ?? [];
  return token === undefined ? "unexpected end" : `unexpected "${token}"`;
}

function hasPosition(error: SyntaxError): error is SyntaxError & { readonly pos: number } {
  return "pos" in error && typeof error.pos === "number";
}
