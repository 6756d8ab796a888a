import { realpath, stat } from "node:fs/promises";
import { homedir, userInfo } from "node:os";
import { isAbsolute, join } from "node:path";
import { aText, checkOptions, onlyGiven } from "@toolwright/core/internal";
import type { Workspace } from "../workspace/workspace.port.ts";
import { createLocalFiles } from "./local-files.adapter.ts";
import { createLocalProcesses, type LocalProcessesOptions, PROCESS_RULES } from "./local-processes.adapter.ts";

/** What a local workspace is made of. Only `root` is needed. */
export interface LocalWorkspaceOptions extends LocalProcessesOptions {
  /** An existing directory; absolute, or relative to the current one. */
  readonly root: string;
  /** What `~` and, for commands, `HOME` stand for. Default: the user's. */
  readonly home?: string;
  /** Default: `toolwright` in `XDG_STATE_HOME`, where that is absolute, or in `~/.local/state`. */
  readonly stateDirectory?: string;
}

/** A folder of this machine. Rejects where `root` is no folder, and for an option that does not exist or cannot be. */
export async function createLocalWorkspace(options: LocalWorkspaceOptions): Promise<Workspace> {
  checkOptions<LocalWorkspaceOptions>(options, {
    of: "createLocalWorkspace",
    rules: { root: aText, home: aText, stateDirectory: aText, ...PROCESS_RULES },
    needed: ["root"],
  });
  const environment = options.environment ?? process.env;
  const home = options.home ?? ownHome();
  const { XDG_STATE_HOME = "" } = environment;
  const state = isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : join(home, ".local", "state");
  const stateDirectory = options.stateDirectory ?? join(state, "toolwright");
  const root = await realpath(options.root);
  if (!(await stat(root)).isDirectory())
    throw new TypeError(`createLocalWorkspace: ${root} is no folder; root takes one.`);
  return {
    root,
    home,
    stateDirectory,
    files: createLocalFiles({ root, apart: stateDirectory }),
    processes: createLocalProcesses({
      ...onlyGiven(options, "passEnvironment", "killGraceMs"),
      environment: { ...environment, HOME: home },
    }),
  };
}

/** A `HOME` that is no absolute path would put what is kept of a folder into the folder. */
function ownHome(): string {
  const home = homedir();
  return isAbsolute(home) ? home : userInfo().homedir;
}
