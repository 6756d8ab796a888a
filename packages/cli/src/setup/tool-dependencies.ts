import { createScrubber, type DependencyOverrides, type OutputCache, type RunnerOptions } from "@toolwright/core";
import type { OutputSpills, SeenFiles, Workspace } from "@toolwright/workspace";
import type { ToolFlags } from "../flags.ts";

/** What the tools of a command work with. */
export interface ToolDependencies {
  readonly flags: ToolFlags;
  readonly workspace: Workspace;
  readonly outputCache: OutputCache & OutputSpills;
  readonly seenFiles: SeenFiles;
  readonly secrets: RunnerOptions["secrets"];
}

/** The overrides of a runner for them. Plans and what was seen last as long as the command. */
export async function toolDependencies(given: ToolDependencies): Promise<DependencyOverrides> {
  const { flags, workspace, outputCache, seenFiles, secrets } = given;
  const { createChangeLog, createCommandChanges, TodoList, workspaceOverrides } = await import("@toolwright/workspace");
  return workspaceOverrides({
    workspace,
    outputs: outputCache,
    scrubber: createScrubber(secrets),
    seenFiles,
    changeLog: createChangeLog(workspace),
    ...(flags.undoBash === true ? { commandChanges: createCommandChanges(workspace) } : {}),
    todos: new TodoList(),
  });
}
