import type { Tool } from "@toolwright/core";
import { type BashToolOptions, bashTool } from "./bash/bash.tool.ts";
import { doneTool } from "./done/done.tool.ts";
import { lsTool } from "./ls/ls.tool.ts";
import { type ReadToolOptions, readTool } from "./read/read.tool.ts";
import { getCurrentTimeTool } from "./time/get-current-time.tool.ts";

/** Options of the single tools. */
export interface StandardToolsOptions {
  readonly bash?: BashToolOptions;
  readonly read?: ReadToolOptions;
}

/** All tools of this package, for a runner whose `overrides` name the workspace. */
export function standardTools(options: StandardToolsOptions = {}): readonly Tool[] {
  return [bashTool(options.bash), readTool(options.read), lsTool(), getCurrentTimeTool(), doneTool()];
}
