/** The most columns that a terminal takes for a tab. */
const TAB = 8;

/**
 * At most `width` characters, the last one `…` when something was cut, and never half of one. A tab counts as all the
 * columns that it may take.
 */
export function clip(text: string, width: number): string {
  let columns = 0;
  let kept = "";
  for (const character of text) {
    columns += character === "\t" ? TAB : 1;
    if (columns < width) kept += character;
    if (columns > width) return `${kept}…`;
  }
  return text;
}
