import { toJson } from "../../json/to-json.ts";
import type { ToolResult } from "../../result/tool-result.ts";
import type { Tool } from "../../tool/tool.ts";
import type { RunnerCore } from "../runner-core.ts";

/** The output that a tool has of its own for failures; what a tool returned as one has its output already. */
export function withErrorOutput(result: ToolResult, { spec }: Tool, { scrubber, logger }: RunnerCore): ToolResult {
  if (spec.errorOutput === undefined || result.error === undefined || result.output.type !== "text") return result;
  try {
    const output = toJson(spec.errorOutput(result.error));
    return output.ok ? { ...result, output: { type: "json", value: scrubber.json(output.value) } } : result;
  } catch (error) {
    logger.error("errorOutput failed", { tool: spec.name, error });
    return result;
  }
}
