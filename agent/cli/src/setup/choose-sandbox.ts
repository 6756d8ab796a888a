import type { Sandbox, SandboxChoice, SandboxPolicy, Workspace } from "@toolwright/workspace";
import type { ToolFlags } from "../flags.ts";
import { notice } from "../text/notice.ts";
import { UsageError } from "../usage-error.ts";
import { saysYes } from "./say-yes.ts";

/**
 * What `--sandbox` asks for. Without the option: the default one, where this machine has it; where it does not, that is
 * said, and with `--yes` no command runs: nobody would look at one, and git cannot bring back what a line does to
 * `.git`.
 */
export function chooseSandbox(flags: Pick<ToolFlags, "sandbox" | "yes" | "mode">): SandboxChoice {
  const { sandbox: mode } = flags;
  if (mode === undefined) return saysYes(flags) ? demandedSandbox : defaultSandbox;
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

/** Rejects with a `UsageError` where there is none. */
async function demandedSandbox(workspace: Workspace): Promise<Sandbox> {
  const { createSandbox } = await import("@toolwright/workspace");
  const made = await createSandbox(workspace);
  if (made.ok) return made.sandbox;
  const reason = made.reason.replace(/\s*\.?\s*$/, "");
  const install = reason.startsWith("bubblewrap") ? "install the package bubblewrap, or " : "";
  throw new UsageError(
    `With --yes commands run only in a sandbox that holds .git, and there is none here: ${reason}; ${install}say --sandbox off.`,
  );
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
