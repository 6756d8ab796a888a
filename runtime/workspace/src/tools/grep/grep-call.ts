import { join } from "node:path";
import { type ToolContext, ToolError, type ToolResult } from "@toolwright/core";
import { printablePath, resting, textResult } from "@toolwright/core/internal";
import { withFallback } from "../../search/engine-failed.ts";
import type { OpenedScope } from "../../search/open-scope.ts";
import type { LineSearch, SearchEngine, SearchScope, SearchSink } from "../../search/search-engine.port.ts";
import { newestFirst, pageOf, searchNotes } from "../../search/search-notes.ts";
import type { FileGuard } from "../../workspace/file-guard.port.ts";
import { placeInList } from "../place-in-list.ts";
import { FileCounts, MAX_FILES } from "./file-counts.ts";
import { countFooter, MatchPage, matchFooter } from "./match-page.ts";

/** What a call of `grep` asks for. */
export interface GrepQuery extends LineSearch {
  readonly mode: "content" | "files" | "count";
  readonly limit: number;
  /** What a page begins with: counted from 1, and from the end where it is negative. */
  readonly offset: number;
}

/** What it works with. */
export interface GrepSetting {
  readonly opened: OpenedScope;
  readonly engine: SearchEngine;
  readonly guard: FileGuard;
  readonly ctx: Pick<ToolContext, "signal">;
  emit(text: string): void;
}

/** Seconds that a search may take. */
export const SEARCH_SECONDS = 20;

/** When nothing was found: how long other files are looked at, and how many matches there are counted. */
const ELSEWHERE_MS = 2_000;
const ELSEWHERE_COUNT = 1_000;

/** How many of the files are named in which a filter has left out all matches. */
const MAX_NAMED = 3;

/** One call of `grep`. */
export class GrepCall {
  readonly #query: GrepQuery;
  readonly #setting: GrepSetting;

  constructor(query: GrepQuery, setting: GrepSetting) {
    this.#query = query;
    this.#setting = setting;
  }

  /** Where the wanted path is missing, matches in the nearest folder are shown all the same. */
  async run(): Promise<ToolResult> {
    const { missing, shown } = this.#setting.opened;
    const answer = await this.#inMeantWords();
    if (missing === undefined) return answer;
    if (!hasMatches(answer)) throw missing;
    return withLine(answer, `[${missing.message} Searched ${shown} instead.]`);
  }

  /** A pattern that is no regular expression is searched for as it is most likely meant, and the answer says so. */
  async #inMeantWords(): Promise<ToolResult> {
    try {
      return await this.#answer();
    } catch (error) {
      const meant = meantSearch(error);
      if (meant === undefined) throw error;
      const answer = await new GrepCall({ ...this.#query, ...meant.search }, this.#setting).#answer();
      return withLine(answer, meant.note);
    }
  }

  #answer(): Promise<ToolResult> {
    return withFallback(this.#setting.engine, (engine) =>
      this.#query.mode === "content" ? this.#content(engine) : this.#files(engine),
    );
  }

  async #content(engine: SearchEngine): Promise<ToolResult> {
    const { offset, limit, context } = this.#query;
    const first = placeInList(offset, offset < 0 ? await this.#countMatches(engine) : 0);
    const emit = (text: string) => this.#setting.emit(text);
    const page = new MatchPage({ first, limit, context, emit, mayShow: (path) => this.#mayShow(path) });
    const end = await this.#search(engine, page);
    const notes = searchNotes({ ...page, ...end, limit: SEARCH_SECONDS });
    const { total: matches, files } = page;
    if (matches === 0) return found(await this.#nothing(engine, notes), { matches, files });
    const footer = matchFooter({ page, first, timedOut: end.timedOut });
    return found(joined(page.text(), [...footer, ...notes]), { matches, files });
  }

  async #files(engine: SearchEngine): Promise<ToolResult> {
    const { mode, offset, limit } = this.#query;
    const { workspace } = this.#setting.opened.scope;
    const counter = new FileCounts((path) => this.#mayShow(path));
    const end = await this.#search(engine, counter);
    const notes = searchNotes({ ...counter, ...end, limit: SEARCH_SECONDS });
    const { counts } = counter;
    const matches = counts.reduce((sum, file) => sum + file.matches, 0);
    if (matches === 0) return found(await this.#nothing(engine, notes), { matches, files: 0 });
    const paths = counts.map(({ path }) => path);
    const lines =
      mode === "count"
        ? counts.map((file) => `${printablePath(file.path)}:${file.matches}`)
        : (await newestFirst(workspace, paths)).map(printablePath);
    const first = placeInList(offset, lines.length);
    const shown = pageOf(lines, { first, limit });
    for (const line of shown) this.#setting.emit(`${line}\n`);
    const isCapped = end.timedOut || counts.length >= MAX_FILES;
    const footer = countFooter({ shown: shown.length, total: lines.length, first, isCapped });
    return found(joined(shown.join("\n"), [...footer, ...notes]), { matches, files: counts.length });
  }

  /** As many as a page would count: where the last ones begin can only be said by a search that came to its end. */
  async #countMatches(engine: SearchEngine): Promise<number> {
    const page = new MatchPage({
      first: 1,
      limit: 0,
      context: 0,
      emit: () => {},
      mayShow: (path) => this.#mayShow(path),
    });
    await this.#search(engine, page);
    return page.total;
  }

  #search(engine: SearchEngine, sink: SearchSink) {
    const deadline = performance.now() + SEARCH_SECONDS * 1_000;
    const context = this.#query.mode === "content" ? this.#query.context : 0;
    const { ctx } = this.#setting;
    const run = { signal: ctx.signal, deadline, resting: <T>(waited: Promise<T>) => resting(ctx, waited) };
    return engine.search(this.#setting.opened.scope, { ...this.#query, context }, sink, run);
  }

  #mayShow(path: string): boolean | Promise<boolean> {
    return this.#setting.guard.mayRead(join(this.#setting.opened.scope.workspace.root, path));
  }

  async #nothing(engine: SearchEngine, notes: readonly string[]): Promise<string> {
    const { pattern, fixed } = this.#query;
    const quoted = fixed ? JSON.stringify(pattern) : `/${printablePath(pattern)}/`;
    const hint = notes.length === 0 ? (await this.#inIgnored(engine)) || (await this.#inOthers(engine)) : "";
    return joined(`No matches for ${quoted} in ${this.#setting.opened.shown}.${hint}`, notes);
  }

  async #inIgnored(engine: SearchEngine): Promise<string> {
    const { scope } = this.#setting.opened;
    if (scope.ignored || scope.isFile) return "";
    const matches = await this.#elsewhere(engine, { ...scope, ignored: true });
    return matches === undefined ? "" : ` ${matches.count} in ignored files; set ignored=true.`;
  }

  /** In files that the glob or the type leaves out: models take one for granted. */
  async #inOthers(engine: SearchEngine): Promise<string> {
    const { unfiltered } = this.#setting.opened;
    const matches = unfiltered && (await this.#elsewhere(engine, unfiltered));
    if (matches === undefined) return "";
    const named = matches.paths.slice(0, MAX_NAMED).map(printablePath).join(", ");
    return ` ${matches.count} in other files: ${named}${matches.paths.length > MAX_NAMED ? ", …" : ""}`;
  }

  /** Only worth a moment, and nothing when it goes wrong. */
  async #elsewhere(engine: SearchEngine, scope: SearchScope): Promise<Elsewhere | undefined> {
    const counter = new MatchCounter((path) => this.#mayShow(path));
    const run = { signal: this.#setting.ctx.signal, deadline: performance.now() + ELSEWHERE_MS };
    const end = await engine.search(scope, { ...this.#query, context: 0 }, counter, run).catch(() => undefined);
    const { matches } = counter;
    if (end === undefined || matches === 0) return undefined;
    const more = end.timedOut || matches >= ELSEWHERE_COUNT ? "+" : "";
    const noun = matches === 1 && more === "" ? "match" : "matches";
    return { count: `${matches}${more} ${noun}`, paths: counter.counts.map(({ path }) => path) };
  }
}

/** What a search finds beside what it was asked for. */
interface Elsewhere {
  /** `3 matches`, with a plus where there may be more. */
  readonly count: string;
  readonly paths: readonly string[];
}

class MatchCounter extends FileCounts {
  matches = 0;

  override end(file: { readonly binary: boolean }): boolean {
    const goesOn = super.end(file);
    this.matches = Math.min(
      ELSEWHERE_COUNT,
      this.counts.reduce((sum, one) => sum + one.matches, 0),
    );
    return goesOn && this.matches < ELSEWHERE_COUNT;
  }
}

interface MeantSearch {
  readonly search: Pick<LineSearch, "fixed"> | Pick<LineSearch, "multiline">;
  /** What the answer says of it. */
  readonly note: string;
}

/** What a pattern that could not be used was most likely meant as; undefined where nobody can say. */
function meantSearch(error: unknown): MeantSearch | undefined {
  if (!ToolError.isInstance(error)) return undefined;
  if (error.reason === "ACROSS_LINES")
    return { search: { multiline: true }, note: "[searched with multiline=true: the pattern reaches over lines]" };
  if (error.reason !== "BAD_PATTERN") return undefined;
  return { search: { fixed: true }, note: `[searched as plain text: ${lowerFirst(error.message)}]` };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, "");
}

function hasMatches({ artifact }: ToolResult): boolean {
  return Object(artifact).matches > 0;
}

function withLine(result: ToolResult, line: string): ToolResult {
  const { output } = result;
  if (output?.type !== "text") return result;
  return { ...result, output: { type: "text", text: joined(output.text, [line]) } };
}

function joined(text: string, notes: readonly string[]): string {
  return notes.length === 0 ? text : `${text}\n\n${notes.join("\n")}`;
}

function found(text: string, artifact: { readonly matches: number; readonly files: number }): ToolResult {
  return { ...textResult(text), artifact };
}
