import type { Transport } from "@modelcontextprotocol/client";
import type { JsonObject } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import { hearFirst } from "../transport/hear-first.ts";

/** Where a result says that a task stands for it. */
export const TASK = "toolwright/task";

/** Lets a call be answered with a task, which the SDK takes for no answer at all. */
export function letTasksThrough(transport: Transport): void {
  hearFirst(transport, (message) => {
    const result: unknown = "result" in message ? message.result : undefined;
    const isTask = isJsonObject(result) && result.resultType === "task";
    return "result" in message && isTask ? { ...message, result: standingIn(result) } : message;
  });
}

function standingIn(task: JsonObject) {
  return { resultType: "complete", content: [], [TASK]: task };
}
