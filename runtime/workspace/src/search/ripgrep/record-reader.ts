import type { SearchScope, SearchSink } from "../search-engine.port.ts";
import { MAX_SHOWN, shownLine } from "../shown-line.ts";
import { type RipgrepRecord, readRecord } from "./read-record.ts";
import { ByteSplitter } from "./split-bytes.ts";

const LINE_FEED = 10;

type Lines = Extract<RipgrepRecord, { type: "match" | "context" }>;

/** Hands what ripgrep prints on to a sink. */
export class RecordReader {
  readonly #scope: SearchScope;
  readonly #sink: SearchSink;
  readonly #splitter = new ByteSplitter(LINE_FEED);
  #wanted = false;
  #sawFile = false;

  constructor(scope: SearchScope, sink: SearchSink) {
    this.#scope = scope;
    this.#sink = sink;
  }

  get sawFile(): boolean {
    return this.#sawFile;
  }

  /** False: the sink wants nothing more. */
  async take(chunk: Uint8Array): Promise<boolean> {
    for (const line of this.#splitter.push(chunk)) {
      const record = readRecord(line);
      if (record !== undefined && !(await this.#pass(record))) return false;
    }
    return true;
  }

  async #pass(record: RipgrepRecord): Promise<boolean> {
    if (record.type === "begin") this.#wanted = await this.#begin(record.path.replace(/^\.\//, ""));
    else if (record.type === "end") return this.#wanted ? this.#sink.end(record) : true;
    else if (this.#wanted) this.#lines(record);
    return true;
  }

  async #begin(path: string): Promise<boolean> {
    this.#sawFile = true;
    if (!this.#scope.isFile && !this.#scope.accepts(path.split("/"))) return false;
    return this.#sink.file(path);
  }

  /** A match over several lines is one record. */
  #lines({ type, number, text, starts }: Lines): void {
    const lines = (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
    let offset = 0;
    for (const [index, line] of lines.entries()) {
      const at = line.length > MAX_SHOWN ? placeIn(line, starts, offset) : 0;
      this.#sink.line({ number: number + index, text: shownLine(line, at), isMatch: type === "match" });
      if (lines.length > 1) offset += Buffer.byteLength(line) + 1;
    }
  }
}

/** Where the first match of a line begins, in UTF-16 units; 0 where one of an earlier line goes on. */
function placeIn(line: string, starts: readonly number[], offset: number): number {
  const length = Buffer.byteLength(line);
  const start = starts.find((one) => one >= offset && one <= offset + length);
  const goesOn = starts.some((one) => one < offset) && start === undefined;
  if (start === undefined || goesOn) return 0;
  return Buffer.from(line)
    .subarray(0, start - offset)
    .toString("utf8").length;
}
