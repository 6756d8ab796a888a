import type { JsonObject, ToolResult } from "@toolwright/core";

/** A call that a program has made, as its end is told of. */
export interface CallMade {
  readonly tool: string;
  readonly isRead: boolean;
  /** Undefined while it is open. */
  came?: "ok" | "failed" | "refused" | "unknown" | "skipped" | "left";
  edited?: JsonObject;
}

/** How a call ended, in a word. */
export function cameTo({ isError, error }: ToolResult, isRefused: boolean): NonNullable<CallMade["came"]> {
  if (!isError) return "ok";
  if (error?.code === "outcome_unknown") return "unknown";
  return isRefused ? "refused" : "failed";
}

const WORDS = {
  ok: "ok",
  failed: "failed",
  refused: "refused",
  unknown: "outcome unknown",
  skipped: "not run",
  left: "ran",
} as const;

/**
 * Which calls of a program ran, in one sentence: `3 calls were made: list_expenses ×2 ok, pay ok (not undone).` Writes
 * are named as not undone, as nothing of a program that failed is taken back.
 */
export function whatRan(calls: readonly CallMade[]): string {
  if (calls.length === 0) return "No call was made.";
  const groups = new Map<string, { readonly call: CallMade; count: number }>();
  for (const call of calls) {
    const key = `${call.tool} ${call.came}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { call, count: 1 });
    else group.count += 1;
  }
  const told = [...groups.values()].map(({ call: { tool, came, isRead }, count }) => {
    const times = count === 1 ? "" : ` ×${count}`;
    const undone = came === "ok" && !isRead ? " (not undone)" : "";
    return `${tool}${times} ${WORDS[came ?? "left"]}${undone}`;
  });
  return `${calls.length} ${calls.length === 1 ? "call was" : "calls were"} made: ${told.join(", ")}.`;
}
