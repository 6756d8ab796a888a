import { relative } from "node:path";
import { ToolError } from "@toolwright/core";
import type { ProcessEnd } from "../../workspace/processes.port.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { badPattern } from "../bad-pattern.ts";
import { EngineFailed } from "../engine-failed.ts";
import { NEVER_SEARCHED } from "../never-searched.ts";
import { endsWithCarriageReturn } from "../own-line-end.ts";
import { isInRepository } from "../repository.ts";
import type { LineSearch, SearchEnd, SearchEngine, SearchRun, SearchScope, SearchSink } from "../search-engine.port.ts";
import { FoundFiles, handOn, MAX_KEPT_LINES } from "./found-files.ts";
import { RecordReader } from "./record-reader.ts";
import { type RunTogether, SharedSearches, sharedKey } from "./shared-search.ts";
import { ByteSplitter } from "./split-bytes.ts";

/** Searches with the ripgrep of this path. */
export function ripgrepEngine(program: string): SearchEngine {
  const shared = new SharedSearches();
  return {
    name: "ripgrep",
    async search(scope, lines, sink, run) {
      const { workspace } = scope;
      const inRepository = await isInRepository(workspace);
      const together: RunTogether = async (patterns, limits, take) => {
        const regular = { lines: { ...lines, fixed: false }, patterns };
        const args = searchArguments(scope, { ...regular, order: [], inRepository });
        const { end, stopped } = await runRipgrep({ ...limits, workspace, program, args, take });
        return stopped === "no" && end.kind === "exited" && end.code < 2;
      };
      const key = sharedKey(scope, lines);
      const found = key === undefined ? "not-shared" : await shared.join(key, lines, run, together);
      if (typeof found === "object") {
        await handOn(found.files, scope, sink);
        return { unreadable: 0, timedOut: found.timedOut };
      }
      const search = { program, inRepository, scope, lines, sink, run };
      const searching = scope.isFile || found === "too-much" ? searchInOrder(search) : searchAsFound(search);
      return key === undefined ? searching : shared.during(key, searching);
    },
    async list(scope, onFile, run) {
      const { workspace } = scope;
      const args = listArguments(scope, await isInRepository(workspace));
      const splitter = new ByteSplitter(0);
      const take = (chunk: Uint8Array) => [...splitter.push(chunk)].every((path) => listed(scope, path, onFile));
      return searchEnd(await runRipgrep({ ...run, workspace, program, args, take }), true);
    },
  };
}

/** A search that has ripgrep for itself. */
interface LoneSearch {
  readonly program: string;
  readonly inRepository: boolean;
  readonly scope: SearchScope;
  readonly lines: LineSearch;
  readonly sink: SearchSink;
  readonly run: SearchRun;
}

/**
 * All processors look for what is rare, and its files are put in order here. What is frequent is looked for again by
 * one thread, in the order of the paths: its first lines come at once, and no more of it is read than is wanted. Where
 * half of the time is gone by then, the other half might find less.
 */
async function searchAsFound(search: LoneSearch): Promise<SearchEnd> {
  const { scope, sink, run } = search;
  const [kept, began] = [new FoundFiles(), performance.now()];
  const ended = await runSearch({ ...search, sink: kept }, AS_FOUND);
  const isHalfOver = performance.now() - began > run.deadline - performance.now();
  if (kept.isTooMuch && !isHalfOver) return searchInOrder(search);
  await handOn(kept.files, scope, sink);
  return { ...ended, timedOut: ended.timedOut || kept.isTooMuch };
}

function searchInOrder(search: LoneSearch): Promise<SearchEnd> {
  return runSearch(search, SORTED);
}

async function runSearch({ program, inRepository, scope, lines, sink, run }: LoneSearch, order: readonly string[]) {
  const args = searchArguments(scope, { lines, order, inRepository });
  const reader = new RecordReader(scope, sink);
  const take = (chunk: Uint8Array) => reader.take(chunk);
  return searchEnd(await runRipgrep({ ...run, workspace: scope.workspace, program, args, take }), reader.sawFile);
}

function listed(scope: SearchScope, given: string, onFile: (path: string) => boolean): boolean {
  const path = given.replace(/^\.\//, "");
  return scope.isFile || scope.accepts(path.split("/")) ? onFile(path) : true;
}

/**
 * Exit code 2 means that something is wrong: with the pattern when nothing was searched, else with some of the files.
 */
function searchEnd({ end, errors, stopped }: RipgrepEnd, sawFile: boolean): SearchEnd {
  if (stopped !== "no") return { unreadable: 0, timedOut: stopped === "timed-out" };
  if (end.kind !== "exited" || end.code > 2) throw new EngineFailed("ripgrep broke down");
  const unreadable = errors.match(/^rg: .*\(os error \d+\)$/gm)?.length ?? 0;
  if (end.code === 2 && unreadable === 0 && !sawFile) throw badPattern(problemOf(errors));
  return { unreadable, timedOut: false };
}

/** The last line that names an error, else the first one. */
function problemOf(errors: string): string {
  const named = [...errors.matchAll(/^error: (.+)$/gm)].at(-1)?.[1];
  const first = errors.split("\n", 1)[0]?.replace(/^rg: /, "") ?? "";
  return (named ?? first).slice(0, 300).replace(/\.$/, "") || "ripgrep failed";
}

/** What is looked for, and how. */
interface SearchedLines {
  readonly lines: LineSearch;
  /** Default: the pattern of `lines`. */
  readonly patterns?: readonly string[];
  readonly order: readonly string[];
  readonly inRepository: boolean;
}

/** The arguments for finding lines, as JSON. */
function searchArguments(scope: SearchScope, searched: SearchedLines): readonly string[] {
  const { lines, patterns = [lines.pattern], order, inRepository } = searched;
  const { fixed, ignoreCase, multiline, context } = lines;
  return [
    "--json",
    "--no-mmap",
    ...order,
    ignoreCase ? "--ignore-case" : "--case-sensitive",
    ...(context > 0 ? [`--context=${context}`] : []),
    ...(fixed ? ["--fixed-strings"] : []),
    ...(multiline ? ["--multiline", "--multiline-dotall"] : []),
    ...(endsWithCarriageReturn(lines) ? ["--crlf"] : []),
    ...common(scope, inRepository),
    ...patterns.flatMap((one) => ["-e", one]),
    "--",
    place(scope),
  ];
}

/** The arguments for the paths of all files, ended by NUL. */
function listArguments(scope: SearchScope, inRepository: boolean): readonly string[] {
  return ["--files", "--null", ...SORTED, ...common(scope, inRepository), "--", place(scope)];
}

/** One thread does it all where ripgrep sorts. */
const SORTED = ["--sort=path"];
/** All of a file's lines are held by ripgrep until it has read the file: so not more of them than are kept. */
const AS_FOUND = [`--max-count=${MAX_KEPT_LINES + 1}`];

/**
 * Only ignore files of the folder count, not those of the user, so that everybody finds the same. A glob of the call is
 * given as a type, because one given as a glob would bring back what is ignored.
 */
function common({ ignored, fileNames, isFile }: SearchScope, inRepository: boolean): readonly string[] {
  const types = isFile ? [] : (fileNames ?? []).flatMap((name) => ["--type-add", `toolwright:${name}`]);
  return [
    "--no-config",
    "--hidden",
    "--no-ignore-global",
    "--no-ignore-exclude",
    ...(ignored ? ["--no-ignore"] : []),
    ...(inRepository ? [] : ["--no-require-git"]),
    ...(types.length === 0 ? [] : [...types, "--type=toolwright"]),
    ...NEVER_SEARCHED.map((name) => `--glob=!${name}`),
  ];
}

function place({ workspace, path }: SearchScope): string {
  return relative(workspace.root, path) || ".";
}

/** A run of ripgrep. */
interface RipgrepRun extends SearchRun {
  readonly workspace: Workspace;
  readonly program: string;
  readonly args: readonly string[];
  /** False: nothing more is wanted. */
  take(chunk: Uint8Array): boolean | Promise<boolean>;
}

/** How it ended, with the beginning of what it complained about. */
interface RipgrepEnd {
  readonly end: ProcessEnd;
  readonly errors: string;
  /** `enough`: what it gave was not wanted any more. */
  readonly stopped: "no" | "enough" | "timed-out";
}

/** Complaints beyond this are not kept. In UTF-16 units. */
const MAX_ERRORS = 64 * 1024;

/** Runs ripgrep until it ends, its time is up, or nothing more is wanted. Rejects when it is aborted. */
async function runRipgrep(run: RipgrepRun): Promise<RipgrepEnd> {
  if (run.signal.aborted) throw wasStopped();
  let [errors, stopped]: [string, RipgrepEnd["stopped"]] = ["", "no"];
  const decoder = new TextDecoder();
  const process = run.workspace.processes.start({
    command: [run.program, ...run.args],
    cwd: run.workspace.root,
    startsOthers: false,
    async onOutput(chunk, stream) {
      if (stopped !== "no") return;
      if (stream === "stderr") errors = (errors + decoder.decode(chunk, { stream: true })).slice(0, MAX_ERRORS);
      else if (!(await run.take(chunk))) stop("enough");
    },
  });
  function stop(why: RipgrepEnd["stopped"]): void {
    stopped = why;
    void process.kill();
  }
  const timer = setTimeout(() => stop("timed-out"), Math.max(0, run.deadline - performance.now()));
  const abort = () => stop("enough");
  run.signal.addEventListener("abort", abort);
  const end = await process.ended;
  clearTimeout(timer);
  run.signal.removeEventListener("abort", abort);
  if (run.signal.aborted) throw wasStopped();
  return { end, errors, stopped };
}

function wasStopped(): ToolError {
  return new ToolError("The search was stopped.");
}
