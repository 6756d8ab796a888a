/** At most `width` characters, the last one `…` when something was cut. Never half a character. */
export function clip(text: string, width: number): string {
  if (text.length <= width) return text;
  const characters = [...text.slice(0, width * 2)];
  return characters.length <= width && characters.join("") === text
    ? text
    : `${characters.slice(0, Math.max(width - 1, 0)).join("")}…`;
}
