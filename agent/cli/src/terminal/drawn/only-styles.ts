/** Controls, with what belongs to them: escape sequences whole, as far as they have a known form. */
const SEQUENCE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that act on a terminal
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b[\]_P^X][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b.?|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu;

// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal colour begins with ESC
const STYLE = /^\u001b\[[\d;]*m$/;

/** A line with its styles, and nothing else that acts on a terminal: the last wall before the screen. */
export function onlyStyles(line: string): string {
  return line.replace(SEQUENCE, (sequence) => (STYLE.test(sequence) ? sequence : "")).replaceAll("\n", " ");
}
