/** The most columns that a terminal takes for a tab. */
const TAB = 8;

/** What terminals draw in two columns: signs of East Asia, and emoji. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;

/**
 * At most `width` columns, the last one `…` when something was cut, and never half of a character. Each counts as all
 * the columns that it may take.
 */
export function clip(text: string, width: number): string {
  let columns = 0;
  let kept = "";
  for (const character of text) {
    columns += character === "\t" ? TAB : WIDE.test(character) ? 2 : 1;
    if (columns < width) kept += character;
    if (columns > width) return `${kept}…`;
  }
  return text;
}
