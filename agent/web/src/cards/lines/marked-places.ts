/** What to mark, letter by letter: a pattern of a model is not run in a browser. */
export interface WantedMark {
  readonly text: string;
  readonly ignoresCase: boolean;
}

/** Places that are marked in one text. */
const MOST = 100;

/** Where a text stands in another one, from and to which character. */
export function markedPlaces(
  text: string,
  { text: mark, ignoresCase }: WantedMark,
): readonly (readonly [number, number])[] {
  // Only where lower case has the same length do its places fit.
  const lower = text.toLowerCase();
  const isFolded = ignoresCase && lower.length === text.length;
  const [searched, wanted] = isFolded ? [lower, mark.toLowerCase()] : [text, mark];
  if (wanted === "") return [];
  const places: [number, number][] = [];
  for (let at = searched.indexOf(wanted); at !== -1 && places.length < MOST; ) {
    places.push([at, at + wanted.length]);
    at = searched.indexOf(wanted, at + wanted.length);
  }
  return places;
}
