/** Longest line that is read without asking, in UTF-16 units. */
export const MAX_LINE_LENGTH = 10_000;

/** Controls other than tab and line feed, format characters (bidi among them), odd blanks and separators. */
const HIDDEN = /(?![\t\n])\p{C}|\p{Zl}|\p{Zp}|(?! )\p{Zs}/u;

/** Why a line must be looked at by a person whatever its words say, or undefined. */
export function suspiciousText(line: string): string | undefined {
  if (line.length > MAX_LINE_LENGTH) return `The line is longer than ${MAX_LINE_LENGTH} characters.`;
  const hidden = HIDDEN.exec(line);
  if (hidden === null) return undefined;
  const code = (hidden[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `The line holds an invisible or control character (U+${code}).`;
}
