/** Characters of a part, and of a term from which on it is found inside words, too. */
const PART = 3;

/** How a term is looked for in the words of a text, which begin with a blank. */
export interface TermPattern {
  /** For `LIKE`: a term has nothing but letters, digits and single blanks. */
  readonly like: string;
  /** What every text that holds it has among its own parts; none for a single character. */
  readonly parts: readonly string[];
}

/** A term of three characters is found anywhere, a shorter one where a word begins. */
export function patternOf(term: string): TermPattern {
  const sought = [...term].length < PART ? ` ${term}` : term;
  return { like: `%${sought}%`, parts: partsOf(sought) };
}

/** All that stands in a text three characters at a time, each once. */
export function partsOf(text: string): readonly string[] {
  const signs = [...text];
  return [...new Set(signs.slice(PART - 1).map((_, place) => signs.slice(place, place + PART).join("")))];
}
