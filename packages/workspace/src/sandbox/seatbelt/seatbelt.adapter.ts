import { join } from "node:path";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { NEVER_CHANGED } from "../guarded-names.ts";
import { guardedPaths, hiddenPaths } from "../guarded-paths.ts";
import { probe } from "../probe.ts";
import { removeUnwanted } from "../remove-unwanted.ts";
import type { Sandbox, SandboxedStart, SandboxOutcome, SandboxPolicy } from "../sandbox.port.ts";
import { scratchFolder } from "../scratch-folder.ts";
import { seatbeltProfile } from "./seatbelt-profile.ts";

/** Part of macOS. */
const PROGRAM = "/usr/bin/sandbox-exec";

/** A sandbox of macOS. It is tried out first: what cannot be had here is said, with the reason. */
export async function createSeatbelt(workspace: Workspace, policy: SandboxPolicy): Promise<SandboxOutcome> {
  try {
    const sandbox = new Seatbelt(workspace, policy, await scratchFolder(workspace.stateDirectory));
    const { wrap } = await sandbox.prepare();
    const failure = await probe(wrap(["/bin/bash", "-c", ":"]));
    return failure === undefined
      ? { ok: true, sandbox }
      : { ok: false, reason: `seatbelt does not work here: ${failure}` };
  } catch (error) {
    return { ok: false, reason: `${error instanceof Error ? error.message : String(error)}.` };
  }
}

class Seatbelt implements Sandbox {
  readonly kind = "seatbelt";
  readonly policy: SandboxPolicy;
  readonly #workspace: Workspace;
  readonly #scratch: string;

  constructor(workspace: Workspace, policy: SandboxPolicy, scratch: string) {
    this.#workspace = workspace;
    this.policy = policy;
    this.#scratch = scratch;
  }

  async prepare(): Promise<SandboxedStart> {
    const { root, home, stateDirectory } = this.#workspace;
    const { policy } = this;
    const guarded = await guardedPaths(root, policy);
    const profile = seatbeltProfile({
      policy,
      root,
      scratch: this.#scratch,
      hidden: (await hiddenPaths(home, stateDirectory)).map(({ path }) => path),
      holders: guarded.holders,
      protected: [...guarded.protected.map(({ path }) => path), ...notYetThere(root, guarded.holders)],
    });
    return {
      wrap: (command) => [PROGRAM, "-p", profile, ...command],
      env: { TMPDIR: this.#scratch, XDG_CACHE_HOME: join(this.#scratch, ".cache") },
      release: () => removeUnwanted(root, guarded.unwanted),
    };
  }
}

/** Rules need nothing to stand there; a repository that may be written is a holder and stays out. */
function notYetThere(root: string, holders: readonly string[]): readonly string[] {
  return NEVER_CHANGED.map((name) => join(root, name)).filter((path) => !holders.includes(path));
}
