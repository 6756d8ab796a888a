import { realpath, rmdir } from "node:fs/promises";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { findProgram } from "../find-program.ts";
import { guardedPaths, hiddenPaths } from "../guarded-paths.ts";
import { probe } from "../probe.ts";
import { removeUnwanted } from "../remove-unwanted.ts";
import type { Sandbox, SandboxedStart, SandboxOutcome, SandboxPolicy } from "../sandbox.port.ts";
import { scratchFolder } from "../scratch-folder.ts";
import { type BubblewrapFacts, bubblewrapArguments } from "./bubblewrap-arguments.ts";

/** Where only our own temporary files are, inside. */
const ENVIRONMENT = {
  TMPDIR: "/tmp",
  XDG_CACHE_HOME: "/tmp/.cache",
  XDG_RUNTIME_DIR: "/tmp",
  npm_config_cache: "/tmp/.npm",
};

/** A sandbox of bubblewrap 0.8 or newer (Linux). It is tried out first: what cannot be had here is said, with the reason. */
export async function createBubblewrap(workspace: Workspace, policy: SandboxPolicy): Promise<SandboxOutcome> {
  const program = await findProgram("bwrap", workspace.root);
  if (program === undefined) return { ok: false, reason: "bubblewrap is not installed." };
  try {
    const sandbox = new Bubblewrap({
      workspace,
      policy,
      program,
      scratch: await scratchFolder(workspace.stateDirectory),
    });
    const start = await sandbox.prepare(workspace.root);
    const failure = await probe(start.wrap(["/bin/bash", "-c", ":"]));
    await start.release();
    return failure === undefined
      ? { ok: true, sandbox }
      : { ok: false, reason: `bubblewrap does not work here: ${failure}` };
  } catch (error) {
    return { ok: false, reason: `${error instanceof Error ? error.message : String(error)}.` };
  }
}

interface BubblewrapOptions {
  readonly workspace: Workspace;
  readonly policy: SandboxPolicy;
  readonly program: string;
  readonly scratch: string;
}

class Bubblewrap implements Sandbox {
  readonly kind = "bubblewrap";
  readonly policy: SandboxPolicy;
  readonly #options: BubblewrapOptions;
  /** Directories that stand only while commands run: a mount point under a running one must not be removed. */
  readonly #placeholders = new Set<string>();
  #running = 0;

  constructor(options: BubblewrapOptions) {
    this.#options = options;
    this.policy = options.policy;
  }

  async prepare(cwd: string): Promise<SandboxedStart> {
    const { workspace, policy, program, scratch } = this.#options;
    const { root, home, stateDirectory } = workspace;
    const guarded = await guardedPaths(root, policy);
    const facts: BubblewrapFacts = {
      policy,
      root,
      cwd,
      scratch,
      hidden: await hiddenPaths(home, stateDirectory),
      holders: guarded.holders,
      protected: guarded.protected,
      resolver: await resolverInRun(),
    };
    if (policy.mode === "workspace-write") {
      for (const { path, kind } of guarded.protected) if (kind === "missing") this.#placeholders.add(path);
    }
    this.#running += 1;
    const args = bubblewrapArguments(facts);
    return {
      wrap: (command) => [program, ...args, "--", ...command],
      env: ENVIRONMENT,
      release: () => this.#release(guarded.unwanted),
    };
  }

  async #release(unwanted: readonly string[]): Promise<readonly string[]> {
    this.#running -= 1;
    const notes = await removeUnwanted(this.#options.workspace.root, unwanted);
    if (this.#running > 0) return notes;
    // Innermost first; one that somebody put something into stays.
    for (const path of [...this.#placeholders].sort().reverse()) await rmdir(path).catch(() => undefined);
    this.#placeholders.clear();
    return notes;
  }
}

async function resolverInRun(): Promise<string | undefined> {
  const path = await realpath("/etc/resolv.conf").catch(() => undefined);
  return path?.startsWith("/run/") ? path : undefined;
}
