import { failure } from "../result/failure.ts";
import { type Ended, endedAs } from "./call-states.ts";

/** Why a call fails whose result was not kept whole. */
export const LOST_RESULT = "program_lost";

/** The end of a call inside a tool that replays, where its result is needed and nothing has kept it whole. */
export function resultLost({ toolCallId, toolName }: { toolCallId: string; toolName: string }): Ended {
  const message = `The result of ${toolCallId} (${toolName}) is no longer kept, so the call around it cannot go on.`;
  return endedAs("failed", failure({ code: "execution_failed", reason: LOST_RESULT, message }));
}
