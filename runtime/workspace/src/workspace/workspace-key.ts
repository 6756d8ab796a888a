import type { DependencyKey } from "@toolwright/core";
import type { Workspace } from "./workspace.port.ts";

/** The folder a tool works in. Without an override: the current directory of this process. */
export const WORKSPACE: DependencyKey<Workspace> = {
  id: "toolwright.workspace",
  scope: "run",
  async create() {
    const { createLocalWorkspace } = await import("../local/local-workspace.adapter.ts");
    return createLocalWorkspace({ root: process.cwd() });
  },
};
