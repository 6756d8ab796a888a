import type { Server, ServerContext, StandardSchemaV1 } from "@modelcontextprotocol/server";
import { isFields, present } from "@toolwright/core/internal";
import type { Client } from "../mcp-server.port.ts";
import type { Shared } from "../shared.ts";
import { hasTasks, shownTask, withoutTasks } from "./task-extension.ts";
import type { TaskRecord } from "./task-record.ts";

/** Adds `tasks/get`, `tasks/update` and `tasks/cancel` to a server of the SDK. */
export function addTaskMethods(server: Server, shared: Shared, clientOf: (ctx: ServerContext) => Client): void {
  const { sdk, tasks } = shared;
  const owned = (ctx: ServerContext) => {
    const client = clientOf(ctx);
    if (!hasTasks(client)) throw withoutTasks(sdk);
    return client.owner;
  };
  const known = <T>(value: T | undefined | false): T => {
    if (value === undefined || value === false)
      throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, "There is no such task.");
    return value;
  };
  const schemas = { params: TASK_PARAMS };
  server.setRequestHandler("tasks/get", schemas, async ({ taskId }, ctx) =>
    detailed(known(await tasks.get(shared, taskId, owned(ctx)))),
  );
  server.setRequestHandler("tasks/update", schemas, async ({ taskId, inputResponses }, ctx) => {
    // The SDK takes answers out of the parameters where it knows the method.
    const given = inputResponses ?? ctx.mcpReq.inputResponses;
    known(await tasks.update(shared, { taskId, owner: owned(ctx), given: isFields(given) ? given : {} }));
    return {};
  });
  server.setRequestHandler("tasks/cancel", schemas, async ({ taskId }, ctx) => {
    known(await tasks.cancel(taskId, owned(ctx)));
    return {};
  });
}

function detailed(record: TaskRecord) {
  const { asks, result, error } = record;
  return {
    ...shownTask(record),
    ...present({ inputRequests: asks, result, error }),
  };
}

interface TaskParams {
  readonly taskId: string;
  readonly inputResponses?: unknown;
}

const TASK_PARAMS: StandardSchemaV1<TaskParams> = {
  "~standard": {
    version: 1,
    vendor: "toolwright",
    validate(value) {
      if (!isFields(value) || typeof value.taskId !== "string")
        return { issues: [{ message: "taskId must be a string" }] };
      return { value: { taskId: value.taskId, inputResponses: value.inputResponses } };
    },
  },
};
