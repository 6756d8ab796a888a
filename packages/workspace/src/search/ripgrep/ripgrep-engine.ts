import { badPattern } from "../bad-pattern.ts";
import { EngineFailed } from "../engine-failed.ts";
import { isInRepository } from "../repository.ts";
import type { SearchEnd, SearchEngine, SearchScope } from "../search-engine.port.ts";
import { RecordReader } from "./record-reader.ts";
import { listArguments, searchArguments } from "./ripgrep-arguments.ts";
import { type RipgrepEnd, runRipgrep } from "./run-ripgrep.ts";
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

/** Exit code 2 means that something is wrong: with the pattern when nothing was searched, else with some of the files. */
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
