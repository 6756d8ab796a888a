/** A list shows titles of this length, in characters. */
const MAX_TITLE = 200;

/** A title in one line, cut where it is too long and never inside a character. */
export function cleanTitle(title: string): string {
  const line = title
    .slice(0, MAX_TITLE * 4)
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return [...line].slice(0, MAX_TITLE).join("").toWellFormed();
}
