import type { CompiledPattern } from "../../regexp/compile-pattern.ts";
import { endsWithCarriageReturn } from "../own-line-end.ts";
import type { FoundLine, LineSearch, SearchRun } from "../search-engine.port.ts";
import { MAX_SHOWN, shownLine } from "../shown-line.ts";
import { type FoundFile, MAX_KEPT_LINES } from "./found-files.ts";
import { type RipgrepRecord, readRecord } from "./read-record.ts";
import { ByteSplitter } from "./split-bytes.ts";

const LINE_FEED = 10;

/**
 * Where the match of a long line stands is told here as well, but for one that would keep everything else waiting. In
 * UTF-16 units.
 */
const MAX_PLACED = 5_000;

/** What came of a search that shared its process; `timedOut`: what it had found when its time was up. */
export interface SharedEnd {
  readonly files: readonly FoundFile[];
  readonly timedOut: boolean;
}

/** What came of it, or why the search is to be made alone. */
export type Shared = SharedEnd | "not-shared" | "too-much";

/**
 * One search among those that share a process. It leaves them when it is aborted or its time is up, and the others go
 * on.
 */
export class Sharer {
  readonly lines: LineSearch;
  readonly run: SearchRun;
  readonly settled: Promise<Shared>;
  readonly #pattern: CompiledPattern;
  readonly #files: FoundFile[] = [];
  readonly #timer: ReturnType<typeof setTimeout>;
  #count = 0;
  #resolve: ((end: Shared) => void) | undefined;

  constructor(lines: LineSearch, pattern: CompiledPattern, run: SearchRun) {
    this.lines = lines;
    this.run = run;
    this.#pattern = pattern;
    this.settled = new Promise((resolve) => (this.#resolve = resolve));
    this.#timer = setTimeout(() => this.end(true), Math.max(0, run.deadline - performance.now()));
    run.signal.addEventListener("abort", this.goAlone);
    if (run.signal.aborted) this.goAlone();
  }

  get isOver(): boolean {
    return this.#resolve === undefined;
  }

  readonly goAlone = () => this.#settle("not-shared");

  /** Gives what was found, in no order. */
  end(timedOut: boolean): void {
    if (!this.isOver) this.#settle({ files: this.#files, timedOut });
  }

  take(read: readonly SharedRecord[]): void {
    for (const record of read) {
      if (this.isOver) return;
      if ("found" in record) this.#line(record);
      else this.#endFile(record);
    }
  }

  #line(shared: SharedLine): void {
    const isOwn = shared.isText && this.#pattern.test(shared.tested);
    if (isOwn) this.#count += 1;
    if (this.#count > MAX_KEPT_LINES) this.#settle("too-much");
    else if (!shared.isText || (isOwn && shared.line.length > MAX_PLACED)) this.goAlone();
    else if (isOwn) this.#keep(shared);
  }

  #keep({ path, line, tested, found }: SharedLine): void {
    const own = line.length > MAX_SHOWN ? { ...found, text: shownLine(line, this.#placeIn(tested)) } : found;
    const last = this.#files.at(-1);
    if (last?.path === path) last.lines.push(own);
    else this.#files.push({ path, lines: [own], binary: false });
  }

  #placeIn(tested: string): number {
    return this.#pattern.find(tested, 0)?.start ?? 0;
  }

  #endFile({ path, binary }: SharedFileEnd): void {
    const last = this.#files.at(-1);
    if (last?.path === path) last.binary = binary;
  }

  #settle(end: Shared): void {
    clearTimeout(this.#timer);
    this.run.signal.removeEventListener("abort", this.goAlone);
    this.#resolve?.(end);
    this.#resolve = undefined;
  }
}

interface SharedLine {
  readonly path: string;
  readonly line: string;
  /** As patterns see it. */
  readonly tested: string;
  /** Bytes that are no text are read in another way by ripgrep: whose such a line is cannot be told here. */
  readonly isText: boolean;
  /** One for all: what many searches find is kept once. */
  readonly found: FoundLine;
}

interface SharedFileEnd {
  readonly path: string;
  readonly binary: boolean;
}

type SharedRecord = SharedLine | SharedFileEnd;

/** Gives each search the lines that are its own: our own reading of its pattern tells. */
export class ShareLines {
  readonly #sharers: readonly Sharer[];
  readonly #splitter = new ByteSplitter(LINE_FEED);
  readonly #endsWithCarriageReturn: boolean;
  #path = "";

  constructor(sharers: readonly Sharer[]) {
    this.#sharers = sharers;
    this.#endsWithCarriageReturn = sharers.some(({ lines }) => endsWithCarriageReturn(lines));
  }

  /**
   * False: nobody is left who wants more. Pattern by pattern, since what the processor holds of one serves for many
   * lines.
   */
  take(chunk: Uint8Array): boolean {
    const read = [...this.#splitter.push(chunk)].flatMap((text) => this.#shared(readRecord(text)) ?? []);
    for (const sharer of this.#sharers) sharer.take(read);
    return this.#sharers.some(({ isOver }) => !isOver);
  }

  #shared(record: RipgrepRecord | undefined): SharedRecord | undefined {
    if (record === undefined) return undefined;
    if (record.type === "end") return { path: this.#path, binary: record.binary };
    if (record.type !== "begin") return this.#line(record.number, record.text);
    this.#path = record.path.replace(/^\.\//, "");
    return undefined;
  }

  #line(number: number, text: string): SharedLine {
    const line = text.endsWith("\n") ? text.slice(0, -1) : text;
    const tested = this.#endsWithCarriageReturn && line.endsWith("\r") ? line.slice(0, -1) : line;
    const found = { number, text: shownLine(line), isMatch: true };
    return { path: this.#path, line, tested, isText: !line.includes("\uFFFD"), found };
  }
}
