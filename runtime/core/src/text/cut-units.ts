/** The first `length` UTF-16 units of a text; one less where that would split a character. */
export function cutStart(text: string, length: number): string {
  if (text.length <= length) return text;
  return text.slice(0, isHigh(text.charCodeAt(length - 1)) ? length - 1 : length);
}

/** The last `length` UTF-16 units of a text; one less where that would split a character. */
export function cutEnd(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.length - length;
  return text.slice(isHigh(text.charCodeAt(start - 1)) ? start + 1 : start);
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
