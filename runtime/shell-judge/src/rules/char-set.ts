/** A set of characters: those of ASCII one by one, as the bits of four words, and all others as one. */
export interface CharSet {
  readonly ascii: readonly number[];
  /** It may hold characters that are not ASCII. */
  readonly others: boolean;
}

export const NO_CHARS: CharSet = { ascii: [0, 0, 0, 0], others: false };

/** The characters from one code up to another. */
export function rangeOf(from: number, to: number): CharSet {
  const ascii = [0, 0, 0, 0];
  for (let code = from; code <= Math.min(to, 127); code++)
    ascii[code >> 5] = (ascii[code >> 5] ?? 0) | (1 << (code & 31));
  return { ascii, others: to > 127 };
}

export function union(a: CharSet, b: CharSet): CharSet {
  return { ascii: a.ascii.map((bits, word) => bits | (b.ascii[word] ?? 0)), others: a.others || b.others };
}

/** All other characters. Of those that are not ASCII nobody says here which are left. */
export function complement({ ascii }: CharSet): CharSet {
  return { ascii: ascii.map((bits) => ~bits), others: true };
}

/** The same set, each letter of ASCII in small and in capitals. */
export function inBothCases({ ascii: [low = 0, digits = 0, capitals = 0, small = 0], others }: CharSet): CharSet {
  const letters = (capitals | small) & LETTERS;
  return { ascii: [low, digits, capitals | letters, small | letters], others };
}

/** `A` to `Z` in the third word, `a` to `z` in the fourth. */
const LETTERS = 0x07fffffe;

export function holds({ ascii, others }: CharSet, char: string): boolean {
  const code = codeOf(char);
  return code > 127 ? others : (((ascii[code >> 5] ?? 0) >>> (code & 31)) & 1) === 1;
}

/** All small letters of ASCII, at least. */
export function holdsLetters({ ascii }: CharSet): boolean {
  return ((ascii[3] ?? 0) & LETTERS) === LETTERS;
}

export function haveOneInCommon(a: CharSet, b: CharSet): boolean {
  return (a.others && b.others) || a.ascii.some((bits, word) => (bits & (b.ascii[word] ?? 0)) !== 0);
}

function codeOf(char: string): number {
  return char.codePointAt(0) ?? 0;
}
