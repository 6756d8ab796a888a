import { setTimeout as pause } from "node:timers/promises";
import type { Json, JsonObject } from "@toolwright/core";
import { answersTo } from "../calls/rounds.ts";
import { McpFailure } from "../failure.ts";
import { readTask, type Task } from "./task.ts";

/** What a task is followed with. */
export interface TaskFollowing {
  request(method: string, params: JsonObject, signal: AbortSignal): Promise<Json>;
  /** Answers a question of the server. */
  ask(params: Json): Promise<JsonObject>;
  readonly signal: AbortSignal;
  /** Stops looking after so many milliseconds; the task goes on. */
  readonly forMs: number;
}

/** How long a task is followed at most, whatever the server promises: a day. */
export const LONGEST_TASK_MS = 24 * 60 * 60 * 1_000;
/** Looks that may fail one after the other: a task outlives a lost connection. */
const MAX_FAILURES = 5;
const CANCEL_MS = 5_000;

/**
 * What became of a task: its result, or the task itself where it still goes on after the time. Ends the task when it is
 * stopped.
 */
export async function followTask(first: Task, following: TaskFollowing): Promise<{ readonly result: Json } | Task> {
  const { signal, forMs } = following;
  const until = performance.now() + forMs;
  const answered = new Set<string>();
  let task = first;
  try {
    for (;;) {
      const ended = endOf(task);
      if (ended !== undefined) return ended;
      if (task.status === "input_required") await answerTask(task, answered, following);
      const left = until - performance.now();
      if (left <= 0) return task;
      await pause(Math.min(task.pollMs, left), undefined, { signal });
      task = await look(task, following);
    }
  } catch (error) {
    if (signal.aborted) await cancel(task, following);
    throw error;
  }
}

function endOf({ status, raw }: Task): { readonly result: Json } | undefined {
  if (status === "completed") return { result: raw.result ?? null };
  if (status === "cancelled") throw new McpFailure("refused", "the task was cancelled");
  if (status !== "failed") return undefined;
  const { error, statusMessage } = raw;
  const said = Object(error).message ?? statusMessage;
  throw new McpFailure("refused", typeof said === "string" ? said : "the task failed, and it does not say why");
}

async function look(task: Task, { request, signal }: TaskFollowing): Promise<Task> {
  for (let failures = 1; ; failures += 1) {
    try {
      return readTask(await request("tasks/get", { taskId: task.taskId }, signal));
    } catch (error) {
      const mayPass = error instanceof McpFailure && (error.kind === "lost" || error.kind === "expired");
      if (!mayPass || failures >= MAX_FAILURES || signal.aborted) throw error;
      await pause(task.pollMs * failures, undefined, { signal });
    }
  }
}

/** Each question once, however often the server repeats it. */
async function answerTask({ taskId, raw }: Task, answered: Set<string>, { request, ask, signal }: TaskFollowing) {
  const inputResponses = await answersTo(raw.inputRequests ?? {}, ask, (key) => answered.has(key));
  if (Object.keys(inputResponses).length === 0) return;
  await request("tasks/update", { taskId, inputResponses }, signal);
  for (const key of Object.keys(inputResponses)) answered.add(key);
}

/** Nobody waits for what the server says to it. */
async function cancel({ taskId }: Task, { request }: TaskFollowing): Promise<void> {
  await request("tasks/cancel", { taskId }, AbortSignal.timeout(CANCEL_MS)).catch(() => undefined);
}
