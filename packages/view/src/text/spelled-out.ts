/**
 * Characters that are not seen, or not told apart from a blank, but act: controls, marks that hide, join or turn text,
 * letters without a shape, blanks of other widths, and choices of a glyph. A joiner between the pictures of one emoji, and the
 * mark that makes a sign a picture, do what a reader expects.
 */
const UNSEEN =
  /(?!\t|\n)(?!(?<=\p{Extended_Pictographic}\ufe0f?[\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic}))(?!(?<=\p{Emoji})\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Co}\p{Default_Ignorable_Code_Point}\u2800\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/gu;

/** Text as a person may trust it: whatever could move a cursor, turn, hide or fake text is written as `\u{202e}`. */
export function spelledOut(text: string): string {
  return text.replace(/\r(?=\n|$)/g, "").replace(UNSEEN, spell);
}

/** The same on one line: line feeds and tabs are written, too. */
export function spelledOnOneLine(text: string): string {
  return spelledOut(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}

function spell(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
