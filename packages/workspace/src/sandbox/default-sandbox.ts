import type { Workspace } from "../workspace/workspace.port.ts";
import { createSandbox } from "./create-sandbox.ts";
import type { SandboxOutcome } from "./sandbox.port.ts";

const made = new WeakMap<Workspace, Promise<SandboxOutcome>>();

/** The sandbox of this machine for a workspace: tried out once, and kept for the workspace. `off` where nothing runs on this machine. */
export async function defaultSandbox(workspace: Workspace): Promise<SandboxOutcome | "off"> {
  if (!workspace.processes.wraps) return "off";
  const known = made.get(workspace) ?? createSandbox(workspace);
  made.set(workspace, known);
  return known;
}
