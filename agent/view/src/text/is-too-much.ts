/** Signs of nesting at the beginning of a line. */
const DEEP = /^[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*){20}/m;
const BLANK_LINE = /\n[ \t]*\n/;
/** What may begin or end something within a paragraph. A parser of Markdown compares each with those before it. */
const SIGN = /[*_~[`]/g;
const MOST_SIGNS = 600;

/**
 * Whether a text would keep a parser of Markdown busy for seconds, as 20,000 asterisks do: it is shown as it is then.
 * No answer that is meant to be read is like that.
 */
export function isTooMuch(text: string): boolean {
  return DEEP.test(text) || text.split(BLANK_LINE).some((part) => (part.match(SIGN)?.length ?? 0) > MOST_SIGNS);
}
