/** A joiner between the pictures of one emoji, and the mark that makes a sign a picture, do what a reader expects. */
const IN_EMOJI =
  /(?<=\p{Extended_Pictographic}\ufe0f?[\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})|(?<=\p{Extended_Pictographic})\ufe0f/u
    .source;

/** Controls, marks that hide, join or turn text, letters without a shape, and what ends a line in some places only. */
const UNSEEN = "\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800";

/** Blanks that are no space: part of a word to a shell, and a gap between two to an eye. */
const BLANKS = "\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000";

const ACTING = new RegExp(`(?![\\t\\n])(?!${IN_EMOJI})[${UNSEEN}]`, "gu");
const ACTING_OR_BLANK = new RegExp(`(?![\\t\\n])(?!${IN_EMOJI})[${UNSEEN}${BLANKS}]`, "gu");

/** Text as a person may trust it: whatever could move a cursor, turn, hide or fake text is written as `\u{202e}`. */
export function spelledOut(text: string): string {
  return text.replace(/\r(?=\n|$)/g, "").replace(ACTING, spell);
}

/** What somebody is asked about: the same, and every blank that is not the space of the space bar. */
export function spelledStrictly(text: string): string {
  return text.replace(ACTING_OR_BLANK, spell);
}

/** The same on one line: line feeds and tabs are written, too. */
export function spelledOnOneLine(text: string): string {
  return spelledStrictly(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}

function spell(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
