import { lazy, NOT_LOADED } from "../tool/lazy.ts";
import type { ToolRecord } from "../tool/tool.ts";
import { notBegun } from "./not-begun.ts";
import type { ToolLoopConfig, ToolLoopResult } from "./tool-loop-config.ts";

const resuming = lazy(() => import("./resume-tool-loop.ts"));

/**
 * Settles what a crash left open in the journal of `config.activity`, call by call, then goes on with the run.
 * Never rejects; without an open run it gives `stopReason: "error"`.
 */
export function resumeToolLoop<T extends ToolRecord = ToolRecord, O = unknown>(
  config: ToolLoopConfig<T, O>,
): Promise<ToolLoopResult<O>>;
export async function resumeToolLoop(config: ToolLoopConfig): Promise<ToolLoopResult> {
  let machinery: typeof import("./resume-tool-loop.ts");
  try {
    machinery = await resuming();
  } catch {
    return notBegun({ code: "internal", message: NOT_LOADED });
  }
  return machinery.resumeOpenRun(config);
}
