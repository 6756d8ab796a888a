import { patternOf } from "./search-parts.ts";

/** Characters of one text that are searched, and of one word that count. */
const MAX_TEXT = 64 * 1024;
const MAX_WORD = 64;
/** What is looked for at once, and characters of it. */
const MAX_TERMS = 8;
const MAX_QUERY = 500;

/** A word; in scripts that part no words, a character. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}])+/gu;

/**
 * The words of a text as they are compared: small letters without accents, parted by one blank. Empty for a text
 * without any.
 */
export function comparedWords(text: string): string {
  return [...text.slice(0, MAX_TEXT).toWellFormed().matchAll(WORD)].flatMap(([word]) => compared(word) || []).join(" ");
}

/** What is looked for: each is one word or several that stand together, or a piece of them. At most eight. */
export function searchTerms(query: string): readonly string[] {
  const pieces = query.slice(0, MAX_QUERY).matchAll(/"([^"]*)"?|[^\s"]+/g);
  return [...pieces].flatMap(([piece]) => comparedWords(piece) || []).slice(0, MAX_TERMS);
}

/** Characters before and after what was found. */
const AROUND = { before: 40, after: 120 };

/** One line of a text with what was found in it: the first place where the term stands; else its beginning. */
export function excerptOf(text: string, term: string): string {
  const place = placeOf(text.slice(0, MAX_TEXT), term);
  const from = Math.max(0, place - AROUND.before);
  const line = text
    .slice(from, place + AROUND.after)
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return `${from > 0 ? "…" : ""}${line}${place + AROUND.after < text.length ? "…" : ""}`;
}

/** Where the word begins in which a term begins; 0 for a term that does not stand there. */
function placeOf(text: string, term: string): number {
  const words = [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    const letters = compared(word);
    return letters === "" ? [] : [{ letters, index }];
  });
  const joined = ` ${words.map(({ letters }) => letters).join(" ")}`;
  const { like } = patternOf(term);
  const sought = like.slice(1, -1);
  const found = joined.indexOf(sought);
  // Each blank but the one at the place itself is where a word before it has ended.
  const before = joined.slice(0, found + (sought.startsWith(" ") ? 1 : 0));
  return found === -1 ? 0 : (words[before.split(" ").length - 2]?.index ?? 0);
}

function compared(word: string): string {
  return word
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .slice(0, MAX_WORD)
    .toWellFormed();
}
