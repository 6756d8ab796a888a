import type { Tool } from "../../tool/tool.ts";
import type { RunnerCore } from "../runner-core.ts";

/** Whether a model may be told of a tool. A policy that fails offers nothing. */
export function offers(tool: Tool, { options, logger }: RunnerCore): boolean {
  try {
    return options.policy?.offers?.(tool) ?? true;
  } catch (error) {
    logger.error("The policy failed", { tool: tool.name, error });
    return false;
  }
}
