/** Rows that are rendered above and below those in view, so that scrolling shows no gap. */
const SPARE = 12;

interface View {
  readonly scrollTop: number;
  readonly height: number;
  readonly rowHeight: number;
  readonly count: number;
}

/** Which rows of a long list are rendered: from the first up to, and without, the second. */
export function visibleRange({ scrollTop, height, rowHeight, count }: View): readonly [number, number] {
  const first = Math.floor(Math.max(0, scrollTop) / rowHeight) - SPARE;
  const last = Math.ceil((Math.max(0, scrollTop) + height) / rowHeight) + SPARE;
  return [Math.min(Math.max(0, first), count), Math.min(count, last)];
}

const STEPS = new Map([
  ["ArrowDown", 1],
  ["ArrowUp", -1],
  ["PageDown", 15],
  ["PageUp", -15],
  ["Home", Number.NEGATIVE_INFINITY],
  ["End", Number.POSITIVE_INFINITY],
]);

/** The row to which a key goes; undefined for a key that goes nowhere. */
export function rowAfterKey(key: string, row: number, count: number): number | undefined {
  const step = STEPS.get(key);
  return step === undefined || count === 0 ? undefined : Math.min(count - 1, Math.max(0, row + step));
}
