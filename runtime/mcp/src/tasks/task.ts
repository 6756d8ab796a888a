import type { Json, JsonObject } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import { McpFailure } from "../failure.ts";

/** Work that goes on at a server after its call was answered. */
export interface Task {
  readonly taskId: string;
  readonly status: "working" | "input_required" | "completed" | "cancelled" | "failed";
  /** Milliseconds until the server wants to be asked again. */
  readonly pollMs: number;
  /** As it was sent. */
  readonly raw: JsonObject;
}

/** Characters of an id; milliseconds between two looks. */
const MAX_ID = 1_000;
const USUAL_POLL_MS = 1_000;
const SHORTEST_POLL_MS = 100;
const LONGEST_POLL_MS = 60_000;

const STATUSES: readonly Task["status"][] = ["working", "input_required", "completed", "cancelled", "failed"];

/** Reads a task. Throws an `McpFailure` for what is none. */
export function readTask(raw: Json): Task {
  const { taskId, status, pollIntervalMs } = isJsonObject(raw) ? raw : {};
  const known = STATUSES.find((one) => one === status);
  if (
    !isJsonObject(raw) ||
    typeof taskId !== "string" ||
    taskId === "" ||
    taskId.length > MAX_ID ||
    known === undefined
  )
    throw new McpFailure("unreadable", "its task is no task");
  const wanted = typeof pollIntervalMs === "number" ? pollIntervalMs : USUAL_POLL_MS;
  return { taskId, status: known, pollMs: Math.min(LONGEST_POLL_MS, Math.max(SHORTEST_POLL_MS, wanted)), raw };
}
