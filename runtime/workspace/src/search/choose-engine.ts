import type { DependencyKey } from "@toolwright/core";
import { isInside } from "../workspace/is-inside.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { WORKSPACE } from "../workspace/workspace-key.ts";
import { ripgrepEngine } from "./ripgrep/ripgrep-engine.ts";
import type { SearchEngine } from "./search-engine.port.ts";
import { walkerEngine } from "./walker/walker-engine.ts";

const chosen = new WeakMap<Workspace, Promise<SearchEngine>>();

/** `rg` on the PATH, else the one of `@vscode/ripgrep`, else the walker. Looked up once for a workspace. */
export function chooseEngine(workspace: Workspace): Promise<SearchEngine> {
  const known = chosen.get(workspace);
  if (known !== undefined) return known;
  const engine = findRipgrep(workspace).then((program) =>
    program === undefined ? walkerEngine : ripgrepEngine(program),
  );
  chosen.set(workspace, engine);
  return engine;
}

/** What `grep` and `glob` search with. Without an override: ripgrep where there is one, else our own walk. */
export const SEARCH_ENGINE: DependencyKey<SearchEngine> = {
  id: "toolwright.search-engine",
  scope: "run",
  create: async (resolve) => chooseEngine(await resolve(WORKSPACE)),
};

/** Earlier ones take a carriage return inside a line for an ordinary character. */
const MIN_VERSION = 14;

/**
 * The path of a ripgrep that runs here: `rg` on the PATH, else the one of `@vscode/ripgrep`. One inside the workspace
 * is not taken from the PATH: searching must not run what a repository brought along.
 */
export async function findRipgrep(workspace: Workspace): Promise<string | undefined> {
  for (const program of [...(await outside(workspace)), await bundled()]) {
    if (program !== undefined && (await works(workspace, program))) return program;
  }
  return undefined;
}

async function outside({ root, files, processes }: Workspace): Promise<readonly string[]> {
  const found = [];
  for (const path of await processes.locate("rg")) {
    const real = await files.realPath(path);
    if (!isInside(root, path) && (real === undefined || !isInside(root, real))) found.push(path);
  }
  return found;
}

/** Importing the package fails where it has no binary for the platform. */
async function bundled(): Promise<string | undefined> {
  try {
    return (await import("@vscode/ripgrep")).rgPath;
  } catch {
    return undefined;
  }
}

async function works({ root, processes }: Workspace, program: string): Promise<boolean> {
  let output = "";
  const running = processes.start({
    command: [program, "--version"],
    cwd: root,
    onOutput: (chunk) => {
      output += new TextDecoder().decode(chunk.subarray(0, 1_000));
    },
  });
  const end = await running.ended;
  return end.kind === "exited" && end.code === 0 && isNewEnough(output);
}

/** Whether what `rg --version` printed is of a ripgrep that finds what the walker finds. */
export function isNewEnough(printed: string): boolean {
  return Number(/^ripgrep (\d+)\./.exec(printed)?.[1] ?? 0) >= MIN_VERSION;
}
