/** Where something stands in a text, in UTF-16 units. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

/** As the server reads what is looked for. */
const MAX_TERMS = 8;
const MAX_QUERY = 500;
const SHORT = 3;
/** Scripts that part no words: a character of theirs is one. */
const NO_BLANKS = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Where in a text the words of a search stand, in any case: also within words, from three characters on. */
export function foundPlaces(text: string, query: string): readonly Place[] {
  const terms = termsOf(query);
  if (terms.length === 0) return [];
  const { letters, starts, ends } = folded(text);
  return terms.flatMap((term) => {
    const isAnywhere = [...term].length >= SHORT || NO_BLANKS.test(term);
    const sought = isAnywhere ? term : ` ${term}`;
    const places: Place[] = [];
    for (let at = letters.indexOf(sought); at !== -1; at = letters.indexOf(sought, at + sought.length)) {
      const from = starts[at + (isAnywhere ? 0 : 1)] ?? 0;
      places.push({ from, to: ends[at + sought.length - 1] ?? from });
    }
    return places;
  });
}

function termsOf(query: string): readonly string[] {
  const pieces = query.slice(0, MAX_QUERY).matchAll(/"([^"]*)"?|[^\s"]+/g);
  return [...pieces].flatMap(([piece]) => folded(piece).letters.trim() || []).slice(0, MAX_TERMS);
}

interface Folded {
  /** Small letters without accents and digits; one blank for all else, and one before the first. */
  readonly letters: string;
  /** Where the sign begins and ends that each of them comes from. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

function folded(text: string): Folded {
  const [starts, ends] = [[0], [0]];
  const letters = [" "];
  let isApart = true;
  let place = 0;
  for (const sign of text) {
    const to = place + sign.length;
    const small = sign
      .normalize("NFKD")
      .replace(/\p{M}+/gu, "")
      .toLowerCase();
    const isMark = small === "";
    const said: string = small.replace(/[^\p{L}\p{N}]+/gu, "") || (isMark || isApart ? "" : " ");
    if (said !== "") isApart = said === " ";
    letters.push(said);
    for (let unit = 0; unit < said.length; unit++) {
      starts.push(place);
      ends.push(to);
    }
    place = to;
  }
  return { letters: letters.join(""), starts, ends };
}
