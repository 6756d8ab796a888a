import type { Workspace } from "../workspace/workspace.port.ts";
import type { WorkspaceDependencies } from "../workspace/workspace-overrides.ts";

/** What a class-style tool works with. What is left out comes from the runner, or is shared by the tools on one stream. */
export interface ClassViewOptions extends Omit<WorkspaceDependencies, "workspace"> {
  /** A workspace, or the path of a folder. Default: that of the `ToolManager`, or the current directory. */
  readonly workspace?: Workspace | string;
}
