import type { PlanEntry, SessionUpdate } from "@agentclientprotocol/sdk";
import type { JsonObject } from "@toolwright/core";
import { todosIn } from "@toolwright/view/internal";

/** The plan that a call wrote down; undefined for every other call. What was given up is not in it. */
export function planIn(toolName: string, args: JsonObject): SessionUpdate | undefined {
  if (toolName !== "write_todos") return undefined;
  const entries = todosIn(args).flatMap(({ content, status }): PlanEntry[] =>
    status === "cancelled" ? [] : [{ content, priority: "medium", status }],
  );
  return { sessionUpdate: "plan", entries };
}
