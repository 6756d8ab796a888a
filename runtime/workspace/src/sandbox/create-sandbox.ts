import { aBoolean, checkOptions, oneOf } from "@toolwright/core/internal";
import { isInside } from "../workspace/is-inside.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { DEFAULT_SANDBOX_POLICY, type SandboxOutcome, type SandboxPolicy } from "./sandbox.port.ts";

/**
 * The sandbox of this system for a local workspace, tried out; or why there is none. Rejects only with a `TypeError`,
 * for a policy that cannot be.
 */
export async function createSandbox(
  workspace: Workspace,
  policy: SandboxPolicy = DEFAULT_SANDBOX_POLICY,
): Promise<SandboxOutcome> {
  checkSandboxPolicy(policy, "The policy of createSandbox");
  if (policy.mode === "workspace-write" && isInside(workspace.root, workspace.home)) {
    return { ok: false, reason: "The folder holds your home directory, so writing to it could not be held in bounds." };
  }
  if (process.platform === "linux") {
    const { createBubblewrap } = await import("./bubblewrap/bubblewrap.adapter.ts");
    return createBubblewrap(workspace, policy);
  }
  if (process.platform === "darwin") {
    const { createSeatbelt } = await import("./seatbelt/seatbelt.adapter.ts");
    return createSeatbelt(workspace, policy);
  }
  return { ok: false, reason: `There is no sandbox for ${process.platform}.` };
}

/** Throws a `TypeError` for a policy that cannot be: one that is misspelt would hold commands less, or not at all. */
export function checkSandboxPolicy(policy: SandboxPolicy, of: string): void {
  checkOptions<SandboxPolicy>(policy, {
    of,
    rules: { mode: oneOf("read-only", "workspace-write"), network: aBoolean, gitWrites: aBoolean },
    needed: ["mode", "network", "gitWrites"],
  });
}

const made = new WeakMap<Workspace, Promise<SandboxOutcome>>();

/**
 * The sandbox of this machine for a workspace: tried out once, and kept for the workspace. `off` where nothing runs on
 * this machine.
 */
export async function defaultSandbox(workspace: Workspace): Promise<SandboxOutcome | "off"> {
  if (!workspace.processes.wraps) return "off";
  const known = made.get(workspace) ?? createSandbox(workspace);
  made.set(workspace, known);
  return known;
}
