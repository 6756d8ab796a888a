import { isFields } from "@toolwright/core/internal";
import type { CallServices } from "../calls/call-services.ts";
import type { Client } from "../mcp-server.port.ts";
import type { TaskRecord } from "./task-record.ts";

/** The extension as clients and servers name it to each other. */
export const TASKS = "io.modelcontextprotocol/tasks";

/** How often a client should ask, in milliseconds. */
const POLL_MS = 1_000;

/** What a call answers that goes on as a task. */
export interface TaskHandle {
  readonly [field: string]: unknown;
  readonly resultType: "task";
  readonly taskId: string;
}

/** Whether the client of this request takes tasks for answers. */
export function hasTasks({ capabilities }: Client): boolean {
  return isFields(capabilities.extensions) && Object.hasOwn(capabilities.extensions, TASKS);
}

/** Throws for a client without tasks where there is no other way. */
export function requireTasks({ sdk, options }: CallServices, client: Client, tool: string): void {
  if (hasTasks(client) || options.tasks?.required?.includes(tool) !== true) return;
  throw withoutTasks(sdk);
}

/** The answer to the call that became a task. */
export function createdTask(record: TaskRecord): TaskHandle {
  return { ...shownTask(record), resultType: "task" };
}

/** What a client without tasks is told: the extension it would need. */
export function withoutTasks({ MissingRequiredClientCapabilityError }: CallServices["sdk"]): Error {
  return new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [TASKS]: {} } } });
}

/** A task as every answer about it begins. */
export function shownTask({ taskId, status, createdAt, updatedAt, ttlMs }: TaskRecord) {
  const times = { createdAt: new Date(createdAt).toISOString(), lastUpdatedAt: new Date(updatedAt).toISOString() };
  return { taskId, status, ...times, ttlMs, pollIntervalMs: POLL_MS };
}
