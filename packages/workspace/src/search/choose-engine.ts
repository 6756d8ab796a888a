import type { Workspace } from "../workspace/workspace.port.ts";
import { findRipgrep } from "./ripgrep/find-ripgrep.ts";
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
