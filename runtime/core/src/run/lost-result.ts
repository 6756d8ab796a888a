import { failure } from "../result/failure.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { type Ended, endedAs } from "./call-states.ts";

/** Why a call fails whose result was not kept whole. */
export const LOST_RESULT = "program_lost";

interface LostCall {
  readonly toolCallId: string;
  readonly toolName: string;
  /** As far as the journal has it. */
  readonly result?: Pick<ToolResult, "output">;
}

/** The end of a call inside a tool that replays, where its result is needed and nothing has kept it whole. */
export function resultLost({ toolCallId, toolName, result }: LostCall): Ended {
  const why = result?.output.type === "parts" ? "had parts of more than 6 MiB, and is not kept" : "is no longer kept";
  const message = `The result of ${toolCallId} (${toolName}) ${why}, so the call around it cannot go on.`;
  return endedAs("failed", failure({ code: "execution_failed", reason: LOST_RESULT, message }));
}
