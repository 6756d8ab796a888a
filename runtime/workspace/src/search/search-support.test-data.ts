import { spawnSync } from "node:child_process";
import { mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLocalWorkspace } from "../local/local-workspace.adapter.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { isNewEnough } from "./choose-engine.ts";
import { ripgrepEngine } from "./ripgrep/ripgrep-engine.ts";
import type { LineSearch, SearchEngine, SearchScope } from "./search-engine.port.ts";

/** Every ripgrep here that a search would take: the bundled one, and the one of the system. */
export async function ripgreps(): Promise<ReadonlyMap<string, SearchEngine>> {
  const bundled = await import("@vscode/ripgrep").then(
    ({ rgPath }) => rgPath,
    () => undefined,
  );
  const found = new Map<string, SearchEngine>();
  for (const program of [bundled, "/usr/bin/rg", process.env.TOOLWRIGHT_TEST_RG]) {
    const printed = (program && spawnSync(program, ["--version"], { encoding: "utf8" }).stdout) ?? "";
    if (program && isNewEnough(printed)) found.set(printed.split(" ", 2).join(" "), ripgrepEngine(program));
  }
  return found;
}

/** An empty folder of this machine. */
export async function emptyWorkspace(): Promise<Workspace> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "search-")));
  return createLocalWorkspace({ root, stateDirectory: `${root}-state` });
}

/** Writes files, with their directories. */
export async function writeAll(
  { root, files }: Workspace,
  contents: Readonly<Record<string, string | Uint8Array>>,
): Promise<void> {
  for (const [path, content] of Object.entries(contents)) {
    await files.makeDirectory(join(root, path, ".."));
    await files.write(join(root, path), typeof content === "string" ? new TextEncoder().encode(content) : content);
  }
}

/** A search that takes everything. */
export function lineSearch(pattern: string, options: Partial<LineSearch> = {}): LineSearch {
  return { pattern, fixed: false, ignoreCase: false, multiline: false, context: 0, ...options };
}

/** A scope that takes everything below a directory. */
export function scopeOf(workspace: Workspace, options: Partial<SearchScope> = {}): SearchScope {
  return { workspace, path: workspace.root, isFile: false, ignored: false, accepts: () => true, ...options };
}

/** All that an engine finds, as lines of text; of a binary file only that something was found. */
export async function allFound(
  engine: SearchEngine,
  scope: SearchScope,
  lines: LineSearch,
): Promise<readonly string[]> {
  const found: string[] = [];
  const run = { signal: new AbortController().signal, deadline: performance.now() + 60_000 };
  let start = 0;
  const sink = {
    file: (path: string) => (start = found.push(path)) > 0,
    line: ({ number, text, isMatch }: { number: number; text: string; isMatch: boolean }) =>
      void found.push(`${number}${isMatch ? ":" : "-"}${text}`),
    end({ binary }: { binary: boolean }) {
      if (binary) found.length = start;
      return found.push(binary ? "[binary]" : "[text]") > 0;
    },
  };
  const end = await engine.search(scope, lines, sink, run).catch((error: unknown) => String(error));
  return [...found, JSON.stringify(end)];
}

/** All files that an engine lists. */
export async function allFiles(engine: SearchEngine, scope: SearchScope): Promise<readonly string[]> {
  const found: string[] = [];
  const run = { signal: new AbortController().signal, deadline: performance.now() + 60_000 };
  await engine.list(scope, (path) => found.push(path) > 0, run);
  return found;
}
