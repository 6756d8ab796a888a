import { type CompiledPattern, compilePattern } from "../../regexp/compile-pattern.ts";
import { endsWithCarriageReturn } from "../own-line-end.ts";
import type { FoundLine, LineSearch, SearchRun, SearchScope, SearchSink } from "../search-engine.port.ts";
import { MAX_SHOWN, shownLine } from "../shown-line.ts";
import { type RipgrepRecord, readRecord } from "./read-record.ts";
import { ByteSplitter } from "./split-bytes.ts";

/** Calls of a step come within so many milliseconds of each other. */
const GATHER_MS = 3;

const LINE_FEED = 10;

/** What all of them together find is kept until the end; who finds more is better off alone. */
const MAX_LINES = 4_000;

/** One that waits for others that look in the same place. */
interface Member {
  readonly lines: LineSearch;
  readonly pattern: CompiledPattern;
  readonly run: SearchRun;
  readonly files: FoundFile[];
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
 * One ripgrep for searches that begin at the same time and differ in nothing but their pattern: it gives the lines in which any of the
 * patterns is found, and whose they are is told by our own reading of the pattern.
 */
export class SharedSearches {
  readonly #waiting = new Map<string, Member[]>();

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
      const member: Member = { lines, pattern, run, files: [], settle };
      if (known !== undefined) return void known.push(member);
      this.#waiting.set(key, [member]);
      setTimeout(() => void this.#start(key, together), GATHER_MS);
    });
  }

  async #start(key: string, together: RunTogether): Promise<void> {
    const members = this.#waiting.get(key) ?? [];
    this.#waiting.delete(key);
    const ended = members.length > 1 && (await found(members, together).catch(() => false));
    for (const { settle, files } of members) settle(ended ? files : undefined);
  }
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
  const isWhole = await together(patterns, { deadline, signal }, (chunk) => shares.take(chunk));
  return isWhole && shares.isUsable;
}

/** Gives each member the lines that are its own. */
class Shares {
  readonly #members: readonly Member[];
  readonly #splitter = new ByteSplitter(LINE_FEED);
  #path = "";
  #count = 0;
  /** False once there is too much, or a line whose matches only ripgrep can place. */
  isUsable = true;

  constructor(members: readonly Member[]) {
    this.#members = members;
  }

  take(chunk: Uint8Array): boolean {
    for (const text of this.#splitter.push(chunk)) {
      const record = readRecord(text);
      if (record !== undefined && !this.#pass(record)) return false;
    }
    return true;
  }

  #pass(record: RipgrepRecord): boolean {
    if (record.type === "begin") this.#path = record.path.replace(/^\.\//, "");
    else if (record.type === "end") ended(this.#members, this.#path, record.binary);
    else this.#line(record.number, record.text.replace(/\n$/, ""));
    return this.isUsable;
  }

  #line(number: number, line: string): void {
    this.#count += 1;
    this.isUsable = this.#count <= MAX_LINES && line.length <= MAX_SHOWN && !line.includes("\uFFFD");
    if (!this.isUsable) return;
    for (const member of this.#members) given(member, this.#path, { number, line });
  }
}

function given(
  { pattern, files, lines }: Member,
  path: string,
  { number, line }: { readonly number: number; readonly line: string },
): void {
  const ended = endsWithCarriageReturn(lines) ? line.replace(/\r$/, "") : line;
  if (!pattern.test(ended)) return;
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
