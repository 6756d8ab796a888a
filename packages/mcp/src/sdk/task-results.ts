import type { Transport } from "@modelcontextprotocol/client";
import type { JsonObject } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";

/** Where a result says that a task stands for it. */
export const TASK = "toolwright/task";

/** Lets a call be answered with a task, which the SDK takes for no answer at all. */
export function letTasksThrough(transport: Transport): void {
  const deliver = transport.onmessage;
  transport.onmessage = (message, extra) => {
    const result: unknown = "result" in message ? message.result : undefined;
    if ("result" in message && isJsonObject(result) && result.resultType === "task")
      deliver?.({ ...message, result: standingIn(result) }, extra);
    else deliver?.(message, extra);
  };
}

function standingIn(task: JsonObject) {
  return { resultType: "complete", content: [], [TASK]: task };
}
