/** Characters that are not seen but act: controls, and marks that hide, join or turn text. Joined emoji stay whole. */
const UNSEEN = /(?!\t|\n|\u200d)[\p{Cc}\p{Cf}]/gu;

/** Text that cannot move the cursor, recolour the screen or read backwards: such characters are spelled out. */
export function printable(text: string): string {
  return text.replace(/\r(?=\n|$)/g, "").replace(UNSEEN, spell);
}

function spell(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
