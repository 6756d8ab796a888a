import type { CallToolResult, InputRequests } from "@modelcontextprotocol/server";
import type { JsonObject } from "@toolwright/core";
import type { Answers } from "../calls/caller.ts";

/** How a task stands. The last three are ends. */
export type TaskStatus = "working" | "input_required" | "completed" | "failed" | "cancelled";

/** A call that goes on after its answer: all that is needed to tell of it, and to begin it anew. */
export interface TaskRecord {
  readonly taskId: string;
  readonly owner: string;
  readonly tool: string;
  readonly args: JsonObject;
  /** Of the client that called. */
  readonly capabilities: JsonObject;
  readonly status: TaskStatus;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly ttlMs: number;
  readonly answers: Answers;
  /** What the person has said to the call. */
  readonly approval?: boolean;
  /** The stored question that waits for an answer. */
  readonly approvalId?: string;
  readonly asks?: InputRequests;
  readonly result?: CallToolResult;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Whether nothing more will come of a task. */
export function isEnded({ status }: TaskRecord): boolean {
  return status !== "working" && status !== "input_required";
}

/** Where tasks are kept. */
export interface TaskStore {
  /** Whether other processes may hold tasks of it, too. */
  readonly isShared: boolean;
  save(record: TaskRecord): Promise<void>;
  /** Undefined for an unknown task, and for one whose time is over. */
  load(taskId: string): Promise<TaskRecord | undefined>;
  /** The right to run a task, until it is released or this process ends; undefined while another one has it. */
  hold(taskId: string): Promise<{ release(): unknown } | undefined>;
}
