import { ToolError } from "@toolwright/core";
import { type CompiledPattern, compilePattern } from "../../regexp/compile-pattern.ts";
import { badPattern } from "../bad-pattern.ts";
import { endsWithCarriageReturn } from "../own-line-end.ts";
import type { LineSearch, SearchEnd, SearchEngine, SearchRun, SearchScope, SearchSink } from "../search-engine.port.ts";
import { FileSearch } from "./file-search.ts";
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
