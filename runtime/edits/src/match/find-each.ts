/** Longer beginnings of what is wanted are not told apart any better (bytes). */
const MAX_WINDOW = 64;

const FACTOR = 0x01000193;

/**
 * At which byte each of the wanted texts stands in a text, in one pass over its UTF-8; undefined where one of them does
 * not stand in exactly one place, also with overlaps, or where that would take long to find out.
 */
export function findEachOnce(bytes: Uint8Array, wanted: readonly string[]): number[] | undefined {
  const encoder = new TextEncoder();
  const sought = wanted.map((one) => encoder.encode(one));
  const window = Math.min(MAX_WINDOW, ...sought.map((one) => one.length));
  if (window === 0 || window > bytes.length) return undefined;
  const buckets = new Map<number, number[]>();
  for (const [index, one] of sought.entries()) {
    const hash = hashOf(one, window);
    buckets.set(hash, [...(buckets.get(hash) ?? []), index]);
  }
  return placesIn(bytes, { sought, window, buckets });
}

interface Sought {
  readonly sought: readonly Uint8Array[];
  readonly window: number;
  /** What is sought, by the hash of its first bytes. */
  readonly buckets: ReadonlyMap<number, readonly number[]>;
}

/** By Rabin and Karp: a hash of the bytes in a window is moved on byte by byte. */
function placesIn(bytes: Uint8Array, { sought, window, buckets }: Sought): number[] | undefined {
  const search = new Search(bytes, sought);
  const mayBegin = new Uint8Array(1 << 16);
  for (const hash of buckets.keys()) mayBegin[hash & 0xffff] = 1;
  const leaving = powerOf(window - 1);
  const last = bytes.length - window;
  let hash = hashOf(bytes, window);
  for (let start = 0; start <= last; start += 1) {
    if (mayBegin[hash & 0xffff] === 1 && !search.take(start, buckets.get(hash))) return undefined;
    const rest = (hash - Math.imul(bytes[start] ?? 0, leaving)) | 0;
    hash = (Math.imul(rest, FACTOR) + (bytes[start + window] ?? 0)) | 0;
  }
  return search.places.includes(-1) ? undefined : search.places;
}

class Search {
  readonly places: number[];
  readonly #bytes: Uint8Array;
  readonly #sought: readonly Uint8Array[];
  /** Bytes that are compared at most. */
  #budget: number;

  constructor(bytes: Uint8Array, sought: readonly Uint8Array[]) {
    this.places = sought.map(() => -1);
    this.#bytes = bytes;
    this.#sought = sought;
    this.#budget = bytes.length;
  }

  /** Looks which of some texts stand here. False for a second place, and where it would take long. */
  take(start: number, indices: readonly number[] = []): boolean {
    for (const index of indices) {
      const one = this.#sought[index] ?? new Uint8Array();
      this.#budget -= one.length;
      if (this.#budget < 0) return false;
      if (one.some((byte, at) => byte !== this.#bytes[start + at])) continue;
      if (this.places[index] !== -1) return false;
      this.places[index] = start;
    }
    return true;
  }
}

/** A polynomial over the first bytes, in 32 bits. */
function hashOf(bytes: Uint8Array, window: number): number {
  let hash = 0;
  for (let at = 0; at < window; at += 1) hash = (Math.imul(hash, FACTOR) + (bytes[at] ?? 0)) | 0;
  return hash;
}

function powerOf(exponent: number): number {
  let power = 1;
  for (let count = 0; count < exponent; count += 1) power = Math.imul(power, FACTOR);
  return power;
}

/** How many UTF-16 units stand before each of some places in UTF-8. */
export function unitsAt(bytes: Uint8Array, places: readonly number[]): number[] {
  const sorted = places.toSorted((one, other) => one - other);
  const units = new Map<number, number>();
  let [at, count] = [0, 0];
  for (const place of sorted) {
    for (; at < place; at += 1) count += unitsBegunBy(bytes[at] ?? 0);
    units.set(place, count);
  }
  return places.map((place) => units.get(place) ?? 0);
}

/** A character of four bytes takes two units; the bytes after the first of one take none. */
function unitsBegunBy(byte: number): number {
  if (byte >= 0xf0) return 2;
  return byte < 0x80 || byte >= 0xc0 ? 1 : 0;
}
