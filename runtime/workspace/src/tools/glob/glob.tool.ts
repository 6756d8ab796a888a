import { join, relative } from "node:path";
import { defineTool, type Tool, type ToolContext, ToolError, type ToolResult } from "@toolwright/core";
import { printablePath, textResult } from "@toolwright/core/internal";
import { z } from "zod";
import { type FileGlob, parseFileGlob } from "../../glob/file-glob.ts";
import { SEARCH_ENGINE } from "../../search/choose-engine.ts";
import { withFallback } from "../../search/engine-failed.ts";
import { shownPlace } from "../../search/open-scope.ts";
import type { SearchEngine, SearchScope } from "../../search/search-engine.port.ts";
import { newestFirst, pageOf, searchNotes } from "../../search/search-notes.ts";
import { FILE_GUARD, type FileGuard } from "../../workspace/file-guard.port.ts";
import { judgedPath, type ResolvedPath } from "../../workspace/resolve-path.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { WORKSPACE } from "../../workspace/workspace-key.ts";
import { boundedText, countUpTo, otherwise } from "../bounded.ts";
import { calledAlso } from "../called-also.ts";
import { COUNT_NAMES, FOLDER_NAMES } from "../other-names.ts";
import { missingPath } from "../read/missing-path.ts";

/** `glob`: the files that fit a pattern, the last changed first. */
export function globTool(): Tool {
  return defineTool({
    name: "glob",
    description: "Find files by name, newest first.",
    input: z.object({
      pattern: boundedText({ most: 2_000 }).describe("such as **/*.ts"),
      path: otherwise(z.string(), "."),
      limit: otherwise(countUpTo(1_000), 100),
      ignored: otherwise(z.boolean().describe("list ignored files too"), false),
    }),
    emptyIsAbsent: ["path", "limit"],
    aliases: {
      pattern: "glob glob_pattern globPattern file_pattern filePattern query include name filename".split(" "),
      path: FOLDER_NAMES,
      limit: COUNT_NAMES,
    },
    insteadOf: calledAlso(
      "find find_files find_file file_search search_file search_file_names locate file_glob_search " +
        "list_files_matching",
    ),
    effects: "read",
    allowlist: "all",
    boundsOutput: true,
    timeoutMs: (LIST_SECONDS + 10) * 1_000,
    async execute({ pattern, path, limit, ignored }, ctx) {
      const workspace = await ctx.resolve(WORKSPACE);
      const [engine, guard] = await Promise.all([ctx.resolve(SEARCH_ENGINE), ctx.resolve(FILE_GUARD)]);
      const place = splitPattern(workspace, pattern, path);
      const setting = { workspace, engine, guard, ctx };
      return new GlobCall(setting, { pattern, limit, ignored, ...place }).run();
    },
  });
}

/** What a call of `glob` asks for. */
interface GlobQuery extends PatternPlace {
  /** As it was given. */
  readonly pattern: string;
  readonly limit: number;
  readonly ignored: boolean;
}

/** What it works with. */
interface GlobSetting {
  readonly workspace: Workspace;
  readonly engine: SearchEngine;
  readonly guard: FileGuard;
  readonly ctx: Pick<ToolContext, "signal" | "resolve">;
}

/** Seconds that listing may take. */
const LIST_SECONDS = 20;

/** More files are not collected. */
const MAX_FILES = 10_000;

/** When nothing was found: how long is looked elsewhere, in milliseconds. */
const ELSEWHERE_MS = 2_000;

/** One call of `glob`. */
class GlobCall {
  readonly #setting: GlobSetting;
  readonly #query: GlobQuery;

  constructor(setting: GlobSetting, query: GlobQuery) {
    this.#setting = setting;
    this.#query = query;
  }

  /**
   * `matches` of the artifact is how many files fit; with `limited`, not all of them are shown, or there are more than
   * were counted.
   */
  async run(): Promise<ToolResult> {
    const { workspace } = this.#setting;
    const path = await judgedPath({ ctx: this.#setting.ctx, workspace, access: "read" }, this.#query.base);
    const stat = await workspace.files.stat(path.real);
    if (stat === undefined) throw await missingPath(this.#setting, path);
    if (stat.kind !== "directory")
      throw new ToolError(`${path.shown} is not a directory.`, { code: "user_error", suggestion: "Use read." });
    return withFallback(this.#setting.engine, async (engine) => {
      const answer = await this.#answer(engine, path, this.#query.rest);
      return answer.found || !isPlainName(this.#query.rest) ? answer.result : this.#deeper(engine, path, answer.result);
    });
  }

  /** A name says nothing of its folder: where the one that is looked in has no such file, deeper ones are meant. */
  async #deeper(engine: SearchEngine, path: ResolvedPath, none: ToolResult): Promise<ToolResult> {
    const meant = `**/${this.#query.rest}`;
    const { found, result } = await this.#answer(engine, path, meant);
    if (!found) return none;
    return withLine(result, `[none in ${shownPlace(path)} itself: these fit ${printablePath(meant)}]`);
  }

  async #answer(engine: SearchEngine, path: ResolvedPath, rest: string): Promise<Answer> {
    const { workspace, guard } = this.#setting;
    const { limit, ignored } = this.#query;
    const deadline = performance.now() + LIST_SECONDS * 1_000;
    const { paths, ...end } = await this.#list(engine, this.#scope(path, globOf(rest), ignored), deadline);
    const allowed = await permitted(workspace, guard, paths);
    const withheld = paths.length - allowed.length;
    const notes = searchNotes({ ...end, withheld, binary: [], limit: LIST_SECONDS });
    const matches = allowed.length;
    if (matches === 0) {
      const text = await this.#nothing(engine, path, notes);
      return { found: false, result: { ...textResult(text), artifact: { matches, limited: end.timedOut } } };
    }
    const shown = pageOf((await newestFirst(workspace, allowed)).map(printablePath), { first: 1, limit });
    const isPart = paths.length >= MAX_FILES || end.timedOut;
    const isCut = shown.length < matches;
    const footer = isCut ? [`[${shown.length} of ${matches}${isPart ? "+" : ""}; narrow the pattern]`] : [];
    const text = [...shown, ...footer, ...notes].join("\n");
    return { found: true, result: { ...textResult(text), artifact: { matches, limited: isCut || isPart } } };
  }

  async #nothing(engine: SearchEngine, path: ResolvedPath, notes: readonly string[]): Promise<string> {
    const hints = notes.length === 0 ? await this.#elsewhere(engine, path) : "";
    const first = `No files match ${printablePath(this.#query.pattern)} under ${shownPlace(path)}.${hints}`;
    return [first, ...notes].join("\n");
  }

  /** The same name deeper down, or among what is ignored. */
  async #elsewhere(engine: SearchEngine, path: ResolvedPath): Promise<string> {
    const { rest, ignored } = this.#query;
    const deadline = performance.now() + ELSEWHERE_MS;
    if (!rest.includes("/") && !rest.startsWith("!")) {
      const deeper = await this.#count(engine, this.#scope(path, globOf(`**/${rest}`), ignored), deadline);
      if (deeper !== undefined) return ` ${deeper} **/${printablePath(rest)}.`;
    }
    const among = ignored ? undefined : await this.#count(engine, this.#scope(path, globOf(rest), true), deadline);
    return among === undefined ? "" : ` ${among} it among ignored files; set ignored=true.`;
  }

  /** `3 files match`, undefined for none. */
  async #count(engine: SearchEngine, scope: SearchScope, deadline: number): Promise<string | undefined> {
    const { workspace, guard } = this.#setting;
    const { paths, timedOut } = await this.#list(engine, scope, deadline);
    const { length } = await permitted(workspace, guard, paths.slice(0, 100));
    if (length === 0) return undefined;
    const more = timedOut || paths.length > 100 ? "+" : "";
    return length === 1 && more === "" ? "1 file matches" : `${length}${more} files match`;
  }

  async #list(engine: SearchEngine, scope: SearchScope, deadline: number) {
    const paths: string[] = [];
    const onFile = (path: string) => paths.push(path) < MAX_FILES;
    const end = await engine.list(scope, onFile, { signal: this.#setting.ctx.signal, deadline });
    return { paths, ...end };
  }

  #scope(path: ResolvedPath, glob: FileGlob, ignored: boolean): SearchScope {
    const { workspace } = this.#setting;
    const base = relative(workspace.root, path.real);
    const depth = base === "" ? 0 : base.split("/").length;
    const accepts = (names: readonly string[]) => glob.matches(names.slice(depth));
    return { workspace, path: path.real, isFile: false, ignored, accepts, fileNames: glob.lastNames };
  }
}

interface Answer {
  readonly found: boolean;
  readonly result: ToolResult;
}

/** A name without folders and wildcards. */
function isPlainName(text: string): boolean {
  return !/[/*?[\]{}!\\]/.test(text);
}

function withLine(result: ToolResult, line: string): ToolResult {
  const { output } = result;
  return output.type === "text" ? { ...result, output: { ...output, text: `${output.text}\n${line}` } } : result;
}

function globOf(text: string): FileGlob {
  const glob = parseFileGlob(text);
  if (glob === undefined) throw new ToolError("The pattern stands for too many.", { code: "user_error" });
  return glob;
}

async function permitted({ root }: Workspace, guard: FileGuard, paths: readonly string[]): Promise<readonly string[]> {
  const answers = await Promise.all(paths.map((path) => guard.mayRead(join(root, path))));
  return paths.filter((_, index) => answers[index]);
}

/** Where a pattern begins to look, and what is left of it there. */
interface PatternPlace {
  /** As a model would write it: to be resolved. */
  readonly base: string;
  readonly rest: string;
}

/** Parts what a pattern says before its first wildcard from the rest: `../lib/*.ts` looks in `../lib`. */
function splitPattern({ root }: Workspace, pattern: string, path: string): PatternPlace {
  const names = pattern.split("/");
  const firstWild = names.findIndex((name) => /[*?[\]{}!\\]/.test(name));
  const known = firstWild < 0 ? names.length - 1 : firstWild;
  const isAbsolute = /^[/~]/.test(pattern);
  const climbs = names.slice(0, known).includes("..");
  if (!isAbsolute && !climbs) return { base: path, rest: pattern };
  const start = names.slice(0, known).join("/") || root;
  return { base: isAbsolute ? start : join(path, start), rest: names.slice(known).join("/") };
}
