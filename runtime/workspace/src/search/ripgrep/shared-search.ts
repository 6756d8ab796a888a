import { setTimeout } from "node:timers/promises";
import { compilePattern } from "../../regexp/compile-pattern.ts";
import { endsWithCarriageReturn } from "../own-line-end.ts";
import type { LineSearch, SearchRun, SearchScope } from "../search-engine.port.ts";
import { type Shared, ShareLines, Sharer } from "./share-lines.ts";

/**
 * Calls of a step come within so many milliseconds of each other; they are gathered while more come, for a little
 * while.
 */
const GATHER_MS = 3;
const GATHER_MORE_MS = 30;

/**
 * The longest that one waits for those before it, in milliseconds: nobody's short search is held up by another's long
 * one.
 */
const LONGEST_WAIT_MS = 250;

/**
 * So many share a process at most, and so many UTF-16 units of patterns, which fit the arguments of a process anywhere.
 */
const MOST = 128;
const MOST_UNITS = 80_000;

/** Where the searches before took less than so many milliseconds, who waits for an answer soon has it. */
const QUICK_MS = 1_000;

/** So many places are remembered. */
const MAX_KNOWN = 100;

/** The process ends after everybody's time is up, each on its own clock. In milliseconds. */
const AFTER_ALL_MS = 1_000;

/** Runs ripgrep for several patterns; false when it did not come to its own end. */
export type RunTogether = (
  patterns: readonly string[],
  run: SearchRun,
  take: (chunk: Uint8Array) => boolean,
) => Promise<boolean>;

/**
 * One ripgrep for searches that differ in nothing but their pattern and begin at the same time, or while the one before
 * them runs: it gives the lines in which any of the patterns is found, and whose they are is told by our own reading of
 * the pattern.
 */
export class SharedSearches {
  readonly #waiting = new Map<string, Sharer[]>();
  readonly #running = new Map<string, Promise<unknown>>();
  /** Where it is known that answers come soon. */
  readonly #quick = new Set<string>();

  join(key: string, lines: LineSearch, run: SearchRun, together: RunTogether): Promise<Shared> {
    const compiled = isShareable(lines) ? compilePattern(lines.pattern, optionsOf(lines)) : undefined;
    if (compiled?.ok !== true) return Promise.resolve("not-shared");
    const sharer = new Sharer(lines, compiled.pattern, run);
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined) waiting.push(sharer);
    else void this.#startSoon(key, [sharer], together);
    // Nobody is kept from running by who only waits, and so more of them come together.
    return this.#quick.has(key) && run.resting !== undefined ? run.resting(sharer.settled) : sharer.settled;
  }

  async #startSoon(key: string, waiting: Sharer[], together: RunTogether): Promise<void> {
    this.#waiting.set(key, waiting);
    const before = this.#running.get(key)?.catch(() => undefined);
    const longest = this.#quick.has(key) ? QUICK_MS : LONGEST_WAIT_MS;
    if (before !== undefined) await Promise.race([before, setTimeout(longest, undefined, { ref: false })]);
    await gathered(waiting);
    const sharers = takeSome(waiting);
    this.#waiting.delete(key);
    if (sharers.length === 1) sharers[0]?.goAlone();
    else if (sharers.length > 1) void this.during(key, this.#search(key, sharers, together));
    if (waiting.length > 0) await this.#startSoon(key, waiting, together);
  }

  async #search(key: string, sharers: readonly Sharer[], together: RunTogether): Promise<void> {
    const began = performance.now();
    await searchTogether(sharers, together);
    this.#quick.delete(key);
    if (performance.now() - began < QUICK_MS) this.#quick.add(key);
    const [oldest] = this.#quick;
    if (this.#quick.size > MAX_KNOWN && oldest !== undefined) this.#quick.delete(oldest);
  }

  /** Others of this kind wait for the end of this search, and then begin together. */
  async during<T>(key: string, running: Promise<T>): Promise<T> {
    this.#running.set(key, running);
    const ended = () => this.#running.get(key) === running && this.#running.delete(key);
    return running.finally(ended);
  }
}

/** Those of the next step, or of a step that goes on, come as the ones before them are answered. */
async function gathered(waiting: readonly Sharer[]): Promise<void> {
  const latest = performance.now() + GATHER_MORE_MS;
  let came = 0;
  do {
    came = waiting.length;
    await setTimeout(GATHER_MS);
  } while (waiting.length > came && waiting.length < MOST && performance.now() < latest);
}

/** The first that fit one process. */
function takeSome(waiting: Sharer[]): readonly Sharer[] {
  let [count, length] = [0, 0];
  for (const { lines } of waiting.slice(0, MOST)) {
    length += lines.pattern.length;
    if (count > 0 && length > MOST_UNITS) break;
    count += 1;
  }
  return waiting.splice(0, count).filter(({ isOver }) => !isOver);
}

/** Searches until the process ends or nobody waits for it any more. Never rejects. */
async function searchTogether(sharers: readonly Sharer[], together: RunTogether): Promise<void> {
  const left = new AbortController();
  void Promise.all(sharers.map(({ settled }) => settled)).then(() => left.abort());
  const shares = new ShareLines(sharers);
  const patterns = sharers.map(({ lines }) => (lines.fixed ? escaped(lines.pattern) : lines.pattern));
  const deadline = Math.max(...sharers.map(({ run }) => run.deadline)) + AFTER_ALL_MS;
  const run = { deadline, signal: left.signal };
  const isWhole = await together(patterns, run, (chunk) => shares.take(chunk)).catch(() => false);
  for (const sharer of sharers) isWhole ? sharer.end(false) : sharer.goAlone();
}

/** What makes searches the same but for their pattern. */
export function sharedKey(
  { path, ignored, isFile, fileNames }: SearchScope,
  { ignoreCase, ...lines }: LineSearch,
): string | undefined {
  return isFile ? undefined : JSON.stringify([path, ignored, fileNames, ignoreCase, endsWithCarriageReturn(lines)]);
}

/** Ripgrep joins patterns as text: a comment would swallow the next one, and two groups of one name are refused. */
function isShareable({ pattern, fixed, multiline, context }: LineSearch): boolean {
  return !multiline && context === 0 && (fixed || !/\(\?(?:P?<|[a-zA-Z]*x)/.test(pattern));
}

function optionsOf(lines: LineSearch): Parameters<typeof compilePattern>[1] {
  return { fixed: lines.fixed, ignoreCase: lines.ignoreCase, crlf: endsWithCarriageReturn(lines) };
}

/** Plain text among regular expressions. */
function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|#&~-]/g, "\\$&");
}
