import { relative } from "node:path";
import { ToolError } from "@toolwright/core";
import type { ProcessEnd } from "../../workspace/processes.port.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { badPattern } from "../bad-pattern.ts";
import { EngineFailed } from "../engine-failed.ts";
import { NEVER_SEARCHED } from "../never-searched.ts";
import { endsWithCarriageReturn } from "../own-line-end.ts";
import { isInRepository } from "../repository.ts";
import type { LineSearch, SearchEnd, SearchEngine, SearchRun, SearchScope } from "../search-engine.port.ts";
import { RecordReader } from "./record-reader.ts";
import { type RunTogether, replay, SharedSearches, sharedKey } from "./shared-search.ts";
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
        const args = searchArguments(scope, { ...lines, fixed: false }, inRepository, patterns);
        const { end, stopped } = await runRipgrep({ ...limits, workspace, program, args, take });
        return stopped === "no" && end.kind === "exited" && end.code < 2;
      };
      const key = sharedKey(scope, lines);
      const found = key && (await shared.join(key, lines, run, together));
      if (found) {
        await replay(found.files, scope, sink);
        return { unreadable: 0, timedOut: found.timedOut };
      }
      const args = searchArguments(scope, lines, inRepository);
      const reader = new RecordReader(scope, sink);
      const running = runRipgrep({ ...run, workspace, program, args, take: (chunk) => reader.take(chunk) });
      const ended = await (key === undefined ? running : shared.during(key, running));
      return searchEnd(ended, reader.sawFile);
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

/**
 * The arguments for finding lines, as JSON. Several patterns are for who puts the files in order: so all processors may
 * search.
 */
function searchArguments(
  scope: SearchScope,
  lines: LineSearch,
  inRepository: boolean,
  patterns?: readonly string[],
): readonly string[] {
  const { fixed, ignoreCase, multiline, context } = lines;
  return [
    "--json",
    "--no-mmap",
    ignoreCase ? "--ignore-case" : "--case-sensitive",
    ...(context > 0 ? [`--context=${context}`] : []),
    ...(fixed ? ["--fixed-strings"] : []),
    ...(multiline ? ["--multiline", "--multiline-dotall"] : []),
    ...(endsWithCarriageReturn(lines) ? ["--crlf"] : []),
    ...(patterns === undefined ? [SORTED] : []),
    ...common(scope, inRepository),
    ...(patterns ?? [lines.pattern]).flatMap((one) => ["-e", one]),
    "--",
    place(scope),
  ];
}

/** The arguments for the paths of all files, ended by NUL. */
function listArguments(scope: SearchScope, inRepository: boolean): readonly string[] {
  return ["--files", "--null", SORTED, ...common(scope, inRepository), "--", place(scope)];
}

/** One thread does it all where ripgrep sorts. */
const SORTED = "--sort=path";

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
