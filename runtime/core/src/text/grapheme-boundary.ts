/** What is looked at on each side of a place, in UTF-16 units: longer characters are cut at a code point. */
const WINDOW = 2_048;

let made: Intl.Segmenter | undefined;

/**
 * The last place not after `at` where a character, as a person counts them, begins or ends. Looks at a bounded part of
 * the text.
 */
export function boundaryBefore(text: string, at: number): number {
  return nearest(text, at, "start");
}

/** The first place not before `at` where a character, as a person counts them, begins or ends. */
export function boundaryAfter(text: string, at: number): number {
  return nearest(text, at, "end");
}

function nearest(text: string, at: number, side: "start" | "end"): number {
  if (at <= 0) return 0;
  if (at >= text.length) return text.length;
  if (isPlainAt(text, at)) return at;
  const from = surePlace(text, at);
  const segment = segmenter()
    .segment(text.slice(from, at + WINDOW))
    .containing(at - from);
  if (segment === undefined) return codePoint(text, at, side);
  const start = from + segment.index;
  if (start === at) return at;
  const end = start + segment.segment.length;
  if (at - start >= WINDOW || end - at >= WINDOW) return codePoint(text, at, side);
  return side === "start" ? start : end;
}

/** Between two printable characters of ASCII nothing is joined. */
function isPlainAt(text: string, at: number): boolean {
  return isPlain(text.charCodeAt(at - 1)) && isPlain(text.charCodeAt(at));
}

function isPlain(unit: number): boolean {
  return unit >= 0x20 && unit <= 0x7e;
}

function surePlace(text: string, at: number): number {
  const earliest = Math.max(0, at - WINDOW);
  for (let place = at - 1; place > earliest; place -= 1) if (isPlainAt(text, place)) return place;
  return codePoint(text, earliest, "start");
}

function codePoint(text: string, at: number, side: "start" | "end"): number {
  const isInside = isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at));
  if (!isInside) return at;
  return side === "start" ? at - 1 : at + 1;
}

const isHigh = (unit: number): boolean => (unit & 0xfc00) === 0xd800;
const isLow = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;

function segmenter(): Intl.Segmenter {
  made ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return made;
}
