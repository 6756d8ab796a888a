import { LineTimer, type TimeLine } from "./time-line.ts";

/**
 * Puts functions that read this time line in the place of the host's clocks, and returns what puts those back. The
 * runtime reads the host's clocks itself: a clock of its own would be loaded by every run for tests alone, and a tool's
 * waits would not hear of it.
 */
export function replaceClocks(line: TimeLine, startMs: number): () => void {
  if (isReplaced) throw new Error("Another fake clock is in place: call its restore() first, such as after each test.");
  isReplaced = true;
  const { setTimeout: _setTimeout, clearTimeout, performance } = globalThis;
  const process: unknown = Reflect.get(globalThis, "process");
  const beganMs = Math.ceil(performance.now());
  const monotonicMs = () => beganMs + line.nowMs;
  const clear = (timer: unknown) => {
    if (timer instanceof LineTimer) line.clear(timer);
    else Reflect.apply(clearTimeout, undefined, [timer]);
  };
  const put = [
    replaced(globalThis, "setTimeout", waiter(line, false)),
    replaced(globalThis, "setInterval", waiter(line, true)),
    replaced(globalThis, "clearTimeout", clear),
    replaced(globalThis, "clearInterval", clear),
    replaced(
      globalThis,
      "Date",
      dateOf(() => startMs + line.nowMs),
    ),
    replaced(performance, "now", monotonicMs),
    ...(process === undefined ? [] : [replaced(Object(process), "hrtime", hrtimeOf(Object(process), line))]),
  ];
  return () => {
    isReplaced = false;
    for (const back of put) back();
  };
}

let isReplaced = false;

function replaced(object: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(object, name);
  Object.defineProperty(object, name, { value, configurable: true, writable: true, enumerable: true });
  return () => {
    if (before === undefined) Reflect.deleteProperty(object, name);
    else Object.defineProperty(object, name, before);
  };
}

function waiter(line: TimeLine, repeats: boolean) {
  return (run: (...given: unknown[]) => void, ms?: number, ...given: unknown[]): LineTimer => {
    const wholeMs = Math.ceil(Number(ms));
    // As every host does with a time that is none.
    const waitedMs = wholeMs >= 1 && wholeMs <= LONGEST_MS ? wholeMs : 1;
    return line.wait(() => run(...given), ms === 0 || ms === undefined ? 0 : waitedMs, repeats);
  };
}

/** What a timer of the host can hold. */
const LONGEST_MS = 2 ** 31 - 1;

/** The class itself, but for the time of now: what was made before is still a `Date`. */
function dateOf(nowMs: () => number): DateConstructor {
  return new Proxy(Date, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [nowMs()] : given, newTarget),
    apply: () => new Date(nowMs()).toString(),
    get: (target, name, receiver) => (name === "now" ? nowMs : Reflect.get(target, name, receiver)),
  });
}

interface HrTime {
  (before?: readonly [number, number]): [number, number];
  bigint?(): bigint;
}

/** Goes on from what the host's has shown: it never goes back. */
function hrtimeOf(process: { readonly hrtime?: HrTime }, line: TimeLine): HrTime | undefined {
  if (process.hrtime === undefined) return undefined;
  const [seconds] = process.hrtime();
  // Whole milliseconds, so that a sum of them is a moment that is met exactly.
  const nowMs = () => (seconds + 1) * 1_000 + line.nowMs;
  const hrtime: HrTime = ([since, sinceNs] = [0, 0]) => {
    const ns = (nowMs() % 1_000) * 1_000_000 - sinceNs;
    const whole = Math.floor(nowMs() / 1_000) - since;
    return ns < 0 ? [whole - 1, ns + 1_000_000_000] : [whole, ns];
  };
  return Object.assign(hrtime, { bigint: () => BigInt(nowMs()) * 1_000_000n });
}
