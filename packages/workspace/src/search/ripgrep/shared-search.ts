import { setTimeout } from "node:timers/promises";
import { type CompiledPattern, compilePattern } from "../../regexp/compile-pattern.ts";
import { endsWithCarriageReturn } from "../own-line-end.ts";
import type { FoundLine, LineSearch, SearchRun, SearchScope, SearchSink } from "../search-engine.port.ts";
import { MAX_SHOWN, shownLine } from "../shown-line.ts";
import { type RipgrepRecord, readRecord } from "./read-record.ts";
import { ByteSplitter } from "./split-bytes.ts";

/** Calls of a step come within so many milliseconds of each other; where several came together before, as many are waited for a little longer. */
const GATHER_MS = 3;
const GATHER_MORE_MS = 30;

/** The longest that one waits for those before it, in milliseconds: nobody's short search is held up by another's long one. */
const LONGEST_WAIT_MS = 250;

/** So many places are remembered. */
const MAX_KNOWN = 100;

const LINE_FEED = 10;

/** What is found is kept until the end; who finds more than so many lines is better off alone. */
const MAX_LINES = 4_000;

/** One that waits for others that look in the same place. */
interface Member {
  readonly lines: LineSearch;
  readonly pattern: CompiledPattern;
  readonly run: SearchRun;
  readonly files: FoundFile[];
  count: number;
  /** Found too much, or a line whose matches only ripgrep can place. */
  isAlone: boolean;
  readonly settle: (files: readonly FoundFile[] | undefined) => void;
}

/** What a search found in one file. */
export interface FoundFile {
  readonly path: string;
  readonly lines: FoundLine[];
  binary: boolean;
}

/** Runs ripgrep for several patterns; false when it did not come to its own end. */
export type RunTogether = (
  patterns: readonly string[],
  run: SearchRun,
  take: (chunk: Uint8Array) => boolean,
) => Promise<boolean>;

/**
 * One ripgrep for searches that differ in nothing but their pattern and begin at the same time, or while the one before them runs: it
 * gives the lines in which any of the patterns is found, and whose they are is told by our own reading of the pattern.
 */
export class SharedSearches {
  readonly #waiting = new Map<string, Member[]>();
  readonly #running = new Map<string, Promise<unknown>>();
  /** How many may come together, where they are more than one: as many as the last time, or half of what was awaited. */
  readonly #expected = new Map<string, number>();

  /** What was found; undefined for a search that is to be made alone. */
  join(
    key: string,
    lines: LineSearch,
    run: SearchRun,
    together: RunTogether,
  ): Promise<readonly FoundFile[] | undefined> {
    const compiled = lines.multiline || lines.context > 0 ? undefined : compilePattern(lines.pattern, optionsOf(lines));
    if (compiled?.ok !== true) return Promise.resolve(undefined);
    const { pattern } = compiled;
    return new Promise((settle) => {
      const known = this.#waiting.get(key);
      const member: Member = { lines, pattern, run, files: [], count: 0, isAlone: false, settle };
      if (known !== undefined) return void known.push(member);
      this.#waiting.set(key, [member]);
      void this.#startSoon(key, together);
    });
  }

  async #startSoon(key: string, together: RunTogether): Promise<void> {
    const before = this.#running.get(key)?.catch(() => undefined);
    if (before !== undefined) await Promise.race([before, setTimeout(LONGEST_WAIT_MS, undefined, { ref: false })]);
    await this.#gathered(key);
    const members = this.#waiting.get(key) ?? [];
    this.#waiting.delete(key);
    this.#expect(key, members.length);
    if (members.length === 1) return members[0]?.settle(undefined);
    await this.during(key, settleAll(members, together));
  }

  /** Those of the next step, or of a step that goes on, come as the ones before them are answered. */
  async #gathered(key: string): Promise<void> {
    const expected = this.#expected.get(key) ?? 1;
    const latest = performance.now() + GATHER_MORE_MS;
    do await setTimeout(GATHER_MS);
    while ((this.#waiting.get(key)?.length ?? 0) < expected && performance.now() < latest);
  }

  #expect(key: string, came: number): void {
    const next = Math.max(came, Math.floor((this.#expected.get(key) ?? 0) / 2));
    this.#expected.delete(key);
    if (next > 1) this.#expected.set(key, next);
    const [oldest] = this.#expected.keys();
    if (this.#expected.size > MAX_KNOWN && oldest !== undefined) this.#expected.delete(oldest);
  }

  /** Others of this kind wait for the end of this search, and then begin together. */
  async during<T>(key: string, running: Promise<T>): Promise<T> {
    this.#running.set(key, running);
    const ended = () => this.#running.get(key) === running && this.#running.delete(key);
    return running.finally(ended);
  }
}

async function settleAll(members: readonly Member[], together: RunTogether): Promise<void> {
  const isWhole = await found(members, together).catch(() => false);
  const places = placesOf(new Set(members.flatMap(({ files }) => files.map(({ path }) => path))));
  const placeOf = ({ path }: FoundFile) => places.get(path) ?? 0;
  for (const { settle, files, isAlone } of members) {
    settle(isWhole && !isAlone ? files.sort((one, other) => placeOf(one) - placeOf(other)) : undefined);
  }
}

/** As ripgrep sorts: name by name from the root, by the bytes of UTF-8. No name holds a NUL, which comes before all. */
function placesOf(paths: Iterable<string>): ReadonlyMap<string, number> {
  const keyed = Array.from(paths, (path) => ({ path, key: Buffer.from(path.replaceAll("/", "\0")) }));
  keyed.sort((one, other) => Buffer.compare(one.key, other.key));
  return new Map(keyed.map(({ path }, place) => [path, place]));
}

/** What makes searches the same but for their pattern. */
export function sharedKey(
  { path, ignored, isFile, fileNames }: SearchScope,
  { ignoreCase, ...lines }: LineSearch,
): string | undefined {
  return isFile ? undefined : JSON.stringify([path, ignored, fileNames, ignoreCase, endsWithCarriageReturn(lines)]);
}

/** Hands what was found on, as if ripgrep had just given it. */
export async function replay(files: readonly FoundFile[], scope: SearchScope, sink: SearchSink): Promise<void> {
  for (const { path, lines, binary } of files) {
    if (!scope.accepts(path.split("/")) || !(await sink.file(path))) continue;
    for (const line of lines) sink.line(line);
    if (!sink.end({ binary })) return;
  }
}

function optionsOf(lines: LineSearch): Parameters<typeof compilePattern>[1] {
  return { fixed: lines.fixed, ignoreCase: lines.ignoreCase, crlf: endsWithCarriageReturn(lines) };
}

async function found(members: readonly Member[], together: RunTogether): Promise<boolean> {
  const shares = new Shares(members);
  const patterns = members.map(({ lines }) => (lines.fixed ? escaped(lines.pattern) : lines.pattern));
  const deadline = Math.min(...members.map(({ run }) => run.deadline));
  const signal = AbortSignal.any(members.map(({ run }) => run.signal));
  return together(patterns, { deadline, signal }, (chunk) => shares.take(chunk));
}

/** Gives each member the lines that are its own. */
class Shares {
  readonly #members: readonly Member[];
  readonly #splitter = new ByteSplitter(LINE_FEED);
  readonly #endsWithCarriageReturn: boolean;
  #path = "";

  constructor(members: readonly Member[]) {
    this.#members = members;
    this.#endsWithCarriageReturn = members.some(({ lines }) => endsWithCarriageReturn(lines));
  }

  take(chunk: Uint8Array): boolean {
    for (const text of this.#splitter.push(chunk)) {
      const record = readRecord(text);
      if (record !== undefined) this.#pass(record);
    }
    return this.#members.some(({ isAlone }) => !isAlone);
  }

  #pass(record: RipgrepRecord): void {
    if (record.type === "begin") this.#path = record.path.replace(/^\.\//, "");
    else if (record.type === "end") ended(this.#members, this.#path, record.binary);
    else {
      const line = record.text.endsWith("\n") ? record.text.slice(0, -1) : record.text;
      const tested = this.#endsWithCarriageReturn && line.endsWith("\r") ? line.slice(0, -1) : line;
      // Bytes that are no text are read in another way by ripgrep: whose such a line is cannot be told here.
      const found = { number: record.number, line, tested, isText: !line.includes("\uFFFD") };
      for (const member of this.#members) if (!member.isAlone) given(member, this.#path, found);
    }
  }
}

interface SharedLine {
  readonly number: number;
  readonly line: string;
  /** As patterns see it. */
  readonly tested: string;
  readonly isText: boolean;
}

function given(member: Member, path: string, { number, line, tested, isText }: SharedLine): void {
  const { pattern, files } = member;
  member.isAlone = !isText;
  if (!isText || !pattern.test(tested)) return;
  member.count += 1;
  member.isAlone = member.count > MAX_LINES || line.length > MAX_SHOWN;
  const last = files.at(-1);
  const file = last?.path === path ? last : { path, lines: [], binary: false };
  if (file !== last) files.push(file);
  file.lines.push({ number, text: shownLine(line), isMatch: true });
}

function ended(members: readonly Member[], path: string, binary: boolean): void {
  for (const { files } of members) {
    const last = files.at(-1);
    if (last?.path === path) last.binary = binary;
  }
}

/** Plain text among regular expressions. */
function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|#&~-]/g, "\\$&");
}
