/** Signs of nesting at the beginning of a line. */
const DEEP = /^[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*){20}/m;
const BLANK_LINE = /\n[ \t]*\n/;
/** What may begin or end something within a paragraph. A parser of Markdown compares each with those before it. */
const SIGN = /[*_~[\]`]/g;
const MOST_SIGNS = 600;
/** Characters of a part whose signs are looked at more closely: none that is longer is drawn as Markdown. */
const LONGEST = 20_000;
/** Code between fences that begin a line, up to the end where nothing closes it: no sign of it is compared. */
const FENCED = /^(`{3,}(?![^\n]*`)|~{3,})[^\n]*(?:\n[\s\S]*?)??(?:\n {0,3}\1[`~]*[ \t]*$|$(?![\s\S]))/gm;
/** What ends where it began is compared with nothing: code, stress on words, links, boxes and `_` in a word. */
const CLOSED =
  /(?<!`)`[^`\n]+`(?!`)|(?<![*\p{L}\p{N}])(\*{1,3})[\p{L}\p{N}](?:[^*\n]*[\p{L}\p{N}])?\1(?![*\p{L}\p{N}])|\[[^[\]\n]*\]\([^()\s]*\)|\[[ x]\]|(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}])/giu;

/**
 * Whether a text would keep a parser of Markdown busy for seconds, as 20,000 asterisks do: it is shown as it is then.
 * No answer that is meant to be read is like that.
 */
export function isTooMuch(text: string): boolean {
  const prose = text.replace(FENCED, "");
  return DEEP.test(prose) || prose.split(BLANK_LINE).some(hasManySigns);
}

function hasManySigns(part: string): boolean {
  const signs = (text: string) => text.match(SIGN)?.length ?? 0;
  return signs(part) > MOST_SIGNS && (part.length > LONGEST || signs(part.replace(CLOSED, "")) > MOST_SIGNS);
}

/** Where the part of a text begins to which more may be written: the code at its end, or what follows a blank line. */
export function openPart(text: string): number {
  const code = [...text.matchAll(FENCED)].at(-1);
  const [begun, ended] = code === undefined ? [0, 0] : [code.index, code.index + code[0].length];
  return ended === text.length ? begun : Math.max(ended, text.lastIndexOf("\n\n"));
}
