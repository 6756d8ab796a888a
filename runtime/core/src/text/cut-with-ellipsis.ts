/** At most `maxLength` UTF-16 units of a text, then `…`. Never cuts a character in two. */
export function cutWithEllipsis(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, "")}…` : text;
}
