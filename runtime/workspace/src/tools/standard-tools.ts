import type { Tool } from "@toolwright/core";
import { aBoolean, anObject, checkOptions } from "@toolwright/core/internal";
import { agentTool } from "./agent/agent.tool.ts";
import { applyPatchTool } from "./apply-patch/apply-patch.tool.ts";
import { type BashToolOptions, bashTool } from "./bash/bash.tool.ts";
import { bashKillTool, bashOutputTool } from "./bash/bash-jobs.tool.ts";
import { doneTool } from "./done/done.tool.ts";
import { type EditToolOptions, editTool } from "./edit/edit.tool.ts";
import { globTool } from "./glob/glob.tool.ts";
import { grepTool } from "./grep/grep.tool.ts";
import { lsTool } from "./ls/ls.tool.ts";
import { multiEditTool } from "./multi-edit/multi-edit.tool.ts";
import { type ReadToolOptions, readTool } from "./read/read.tool.ts";
import { shownIn } from "./shown-parameters.ts";
import { getCurrentTimeTool } from "./time/get-current-time.tool.ts";
import { readTodosTool, writeTodosTool } from "./todos/todos.tool.ts";
import { type FetchLimits, webFetchTool } from "./web-fetch/web-fetch.tool.ts";
import { writeTool } from "./write/write.tool.ts";

/** Options of the single tools. */
export interface StandardToolsOptions {
  readonly bash?: BashToolOptions;
  readonly read?: ReadToolOptions;
  readonly edit?: EditToolOptions;
  readonly webFetch?: Partial<FetchLimits>;
  /** Adds `agent`, which needs the dependency `SUB_AGENTS`. Default false. */
  readonly agent?: boolean;
}

/**
 * All tools of this package, for a runner whose `overrides` name the workspace. A model is shown the parameters that it
 * needs; a call may give every one.
 */
export function standardTools(options: StandardToolsOptions = {}): readonly Tool[] {
  checkOptions<StandardToolsOptions>(options, {
    of: "standardTools",
    rules: { bash: anObject, read: anObject, edit: anObject, webFetch: anObject, agent: aBoolean },
    otherNames: {
      sandbox: "bash: { sandbox }",
      asks: "bash: { asks }",
      subAgents: "agent",
      workspace: "overrides of the runner: workspaceOverrides({ workspace })",
    },
  });
  return shownIn("all", [
    writeTool(),
    bashTool(options.bash),
    bashOutputTool(),
    bashKillTool(),
    readTool(options.read),
    editTool(options.edit),
    multiEditTool(),
    applyPatchTool(),
    lsTool(),
    grepTool(),
    globTool(),
    webFetchTool(options.webFetch),
    getCurrentTimeTool(),
    writeTodosTool(),
    readTodosTool(),
    ...(options.agent === true ? [agentTool()] : []),
    doneTool(),
  ]);
}
