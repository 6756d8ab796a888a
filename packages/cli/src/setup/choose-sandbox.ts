import type { Sandbox, SandboxPolicy, Workspace } from "@toolwright/workspace";
import { UsageError } from "../usage-error.ts";
import { once } from "./once.ts";

/** What holds the commands of `bash`. */
export interface ChosenSandbox {
  /** Makes it when the first command comes, or gives nothing where there is none. */
  readonly make: () => Promise<Sandbox | undefined>;
}

/**
 * The sandbox of `--sandbox`, tried out at once: one that was asked for and cannot be had is a `UsageError`. Without the
 * option it is the default one, where this machine has it; where it does not, that is said when the first command comes.
 */
export async function chooseSandbox(mode: string | undefined, workspace: Workspace): Promise<ChosenSandbox> {
  if (mode === undefined) return { make: once(() => defaultSandbox(workspace)) };
  const policy = policyOf(mode);
  if (policy === undefined) return { make: async () => undefined };
  const { createSandbox } = await import("@toolwright/workspace");
  const made = await createSandbox(workspace, policy);
  if (!made.ok)
    throw new UsageError(`There is no sandbox here. ${made.reason} With --sandbox off commands run without one.`);
  return { make: async () => made.sandbox };
}

async function defaultSandbox(workspace: Workspace): Promise<Sandbox | undefined> {
  const { createSandbox } = await import("@toolwright/workspace");
  const made = await createSandbox(workspace);
  if (made.ok) return made.sandbox;
  process.stderr.write(`toolwright: commands run without a sandbox. ${made.reason}\n`);
  return undefined;
}

/** Undefined for `off`. */
function policyOf(text: string): SandboxPolicy | undefined {
  const [mode = "", ...more] = text.split("+");
  if (mode === "off" && more.length === 0) return undefined;
  const known = more.every((part) => part === "network" || part === "git");
  if ((mode !== "read-only" && mode !== "workspace-write") || !known) {
    throw new UsageError(
      "--sandbox takes off, read-only or workspace-write; +network and +git may follow, as in workspace-write+network.",
    );
  }
  return { mode, network: more.includes("network"), gitWrites: more.includes("git") };
}
