const MAX_LENGTH = 50;
const KEPT = 47;

/** A text of at most 50 UTF-16 units: a longer one keeps 47 and gets `...`. Never cuts a character in two. */
export function shorten(text: string): string {
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, KEPT).replace(/[\uD800-\uDBFF]$/, "")}...`;
}
