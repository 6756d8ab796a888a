import { join } from "node:path";
import { ToolError } from "@toolwright/core";
import { type CompiledPattern, compilePattern } from "../../regexp/compile-pattern.ts";
import { FileError } from "../../workspace/file-error.ts";
import { badPattern } from "../bad-pattern.ts";
import { endsWithCarriageReturn } from "../own-line-end.ts";
import type {
  FoundLine,
  LineSearch,
  SearchEnd,
  SearchEngine,
  SearchRun,
  SearchScope,
  SearchSink,
} from "../search-engine.port.ts";
import { decoderFor } from "./decode-text.ts";
import { searchLines } from "./search-lines.ts";
import { searchText } from "./search-text.ts";
import { walkFiles } from "./walk-files.ts";

/** Other work gets a turn after so many milliseconds. */
const TURN_MS = 20;

/** Searches file by file in this process, where there is no ripgrep. */
export const walkerEngine: SearchEngine = {
  name: "walker",
  async search(scope, lines, sink, run) {
    const search = { scope, lines, pattern: compiled(lines), expired: () => isOver(run) };
    return forEachFile(scope, run, (path) => searchFile(new FileSearch(search, path), sink));
  },
  list: (scope, onFile, run) => forEachFile(scope, run, async (path) => (onFile(path) ? "more" : "enough")),
};

type FileOutcome = "more" | "enough" | "unreadable";

async function forEachFile(
  scope: SearchScope,
  run: SearchRun,
  work: (path: string) => Promise<FileOutcome>,
): Promise<SearchEnd> {
  let unreadable = 0;
  let turn = performance.now();
  for await (const path of walkFiles(scope, () => (unreadable += 1))) {
    const outcome = await work(path);
    if (outcome === "unreadable") unreadable += 1;
    if (performance.now() - turn > TURN_MS) {
      await new Promise((resolve) => setImmediate(resolve));
      turn = performance.now();
    }
    if (run.signal.aborted) throw new ToolError("The search was stopped.");
    if (performance.now() > run.deadline) return { unreadable, timedOut: true };
    if (outcome === "enough") break;
  }
  return { unreadable, timedOut: false };
}

function isOver({ signal, deadline }: SearchRun): boolean {
  return signal.aborted || performance.now() > deadline;
}

async function searchFile(search: FileSearch, sink: SearchSink): Promise<FileOutcome> {
  let isWanted: boolean | undefined;
  try {
    for await (const lines of search.found()) {
      if (lines.length > 0) isWanted ??= await sink.file(search.path);
      if (isWanted === false) return "more";
      for (const line of lines) sink.line(line);
    }
  } catch {
    return "unreadable";
  }
  if (isWanted === undefined) return "more";
  return sink.end({ binary: search.binary }) ? "more" : "enough";
}

function compiled(lines: LineSearch): CompiledPattern {
  const outcome = compilePattern(lines.pattern, { ...lines, crlf: endsWithCarriageReturn(lines) });
  if (!outcome.ok) throw badPattern(outcome.problem);
  return outcome.pattern;
}

/** What every file of a search is searched with. */
interface WalkerSearch {
  readonly scope: SearchScope;
  readonly lines: LineSearch;
  readonly pattern: CompiledPattern;
  expired(): boolean;
}

/** A larger file is not searched for matches over several lines, for that needs it in memory. In bytes. */
const MAX_TEXT_BYTES = 32 * 1024 * 1024;

/** A NUL up to here makes a file binary when it is searched whole, as in ripgrep. In bytes. */
const BINARY_BYTES = 64 * 1024;

/** The search of one file. */
class FileSearch {
  /** Relative to the root. */
  readonly path: string;
  /** Known after the last line: a NUL was seen. */
  binary = false;
  readonly #search: WalkerSearch;

  constructor(search: WalkerSearch, path: string) {
    this.#search = search;
    this.path = path;
  }

  /** The found lines, piece by piece. Fails when the file cannot be read. */
  async *found(): AsyncGenerator<readonly FoundLine[]> {
    if (this.#search.lines.multiline) yield await this.#inText();
    else this.binary = yield* this.#inLines();
  }

  #inLines(): AsyncGenerator<readonly FoundLine[], boolean> {
    const { scope, lines, pattern } = this.#search;
    const { context } = lines;
    const pieces = scope.workspace.files.stream(this.#place());
    return searchLines(pieces, { pattern, context, crlf: endsWithCarriageReturn(lines), named: scope.isFile });
  }

  async #inText(): Promise<readonly FoundLine[]> {
    const { scope, lines, pattern, expired } = this.#search;
    const { files } = scope.workspace;
    if (((await files.stat(this.#place()))?.size ?? 0) > MAX_TEXT_BYTES) throw new FileError("IO");
    const bytes = await files.read(this.#place());
    const text = decoderFor(bytes).decode(bytes);
    if (text.slice(0, BINARY_BYTES).includes("\0") && !scope.isFile) return [];
    const found = searchText(text, { pattern, context: lines.context, expired });
    this.binary = found.some((line) => line.text.includes("\0"));
    return found;
  }

  #place(): string {
    return join(this.#search.scope.workspace.root, this.path);
  }
}
