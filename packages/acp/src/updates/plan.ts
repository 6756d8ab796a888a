import type { PlanEntry, SessionUpdate } from "@agentclientprotocol/sdk";
import type { JsonObject } from "@toolwright/core";
import { listIn, textIn } from "@toolwright/view";

const STATUSES: Readonly<Record<string, PlanEntry["status"] | undefined>> = Object.assign(Object.create(null), {
  pending: "pending",
  in_progress: "in_progress",
  completed: "completed",
});

/** The plan that a call wrote down; undefined for every other call. What was given up is not in it. */
export function planIn(toolName: string, args: JsonObject): SessionUpdate | undefined {
  if (toolName !== "write_todos") return undefined;
  const entries = listIn(args, "todos").flatMap((todo): PlanEntry[] => {
    const status = STATUSES[textIn(todo, "status") ?? ""];
    return status === undefined ? [] : [{ content: textIn(todo, "content") ?? "", priority: "medium", status }];
  });
  return { sessionUpdate: "plan", entries };
}
