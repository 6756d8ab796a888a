import type { Sandbox, SandboxChoice, SandboxPolicy, Workspace } from "@toolwright/workspace";
import { notice } from "../text/notice.ts";
import { UsageError } from "../usage-error.ts";

/**
 * What `--sandbox` asks for. Without the option: the default one, where this machine has it; where it does not, that is
 * said.
 */
export function chooseSandbox(mode: string | undefined): SandboxChoice {
  if (mode === undefined) return defaultSandbox;
  const policy = policyOf(mode);
  return policy === undefined ? "off" : (workspace) => heldBy(policy, workspace);
}

async function defaultSandbox(workspace: Workspace): Promise<Sandbox | undefined> {
  const { createSandbox } = await import("@toolwright/workspace");
  const made = await createSandbox(workspace);
  if (made.ok) return made.sandbox;
  notice(`commands run without a sandbox. ${made.reason}`);
  return undefined;
}

/** Rejects with a `UsageError`: who asked for a sandbox does not go without one. */
async function heldBy(policy: SandboxPolicy, workspace: Workspace): Promise<Sandbox> {
  const { createSandbox } = await import("@toolwright/workspace");
  const made = await createSandbox(workspace, policy);
  if (made.ok) return made.sandbox;
  throw new UsageError(`There is no sandbox here. ${made.reason} With --sandbox off commands run without one.`);
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
