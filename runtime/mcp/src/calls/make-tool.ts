import {
  asyncResult,
  defineTool,
  errorResult,
  type Json,
  type JsonObject,
  type Tool,
  type ToolContext,
  type ToolResult,
  type ToolReturn,
} from "@toolwright/core";
import { isJsonObject, withOrigin } from "@toolwright/core/internal";
import { withAnswer } from "../apps/with-answer.ts";
import type { ServerConnection } from "../connection/server-connection.ts";
import type { Definition } from "../definitions/definition.ts";
import { McpFailure } from "../failure.ts";
import type { McpServerConfig } from "../options.ts";
import { NO_TIMEOUT } from "../sdk/anything.ts";
import { TASK } from "../sdk/task-results.ts";
import { followTask, LONGEST_TASK_MS, type TaskFollowing } from "../tasks/follow-task.ts";
import { readTask, type Task } from "../tasks/task.ts";
import { CallClock } from "./call-clock.ts";
import { readResult } from "./read-result.ts";
import { askUser, askUserLater, type SentCall, sendCall } from "./send-call.ts";
import { changedError, closedError, toolError } from "./tool-errors.ts";

/** What a tool of a server works with. */
export interface ToolMaking {
  readonly definition: Definition;
  readonly config: McpServerConfig;
  readonly connection: ServerConnection;
  /** False once the server has another definition under this name, which nobody has seen. */
  isCurrent(): boolean;
  /** Whether its server has apps, which are given results as the server gave them. */
  isShownByApps(): boolean;
  /** Resolves when a list that changed meanwhile was read. */
  settled(): Promise<void>;
}

/** A tool of a server as one of ours: everything that holds for a call of ours holds for it. */
export function makeTool(making: ToolMaking): Tool {
  const { definition, config } = making;
  const { name, description, server, inputSchema, outputSchema } = definition;
  const made = defineTool({
    name,
    description: `${description}\n(A tool of the MCP server "${server}".)`,
    input: inputSchema,
    ...(outputSchema !== undefined && { output: outputSchema }),
    // The runner's masks hold; which fields may be shown only a person could say, and no server.
    allowlist: "all",
    allowUserText: true,
    effects: "external",
    requiresConfirmation: config.confirm !== "never",
    // The deadline of a call stands still while a person is asked, so it is kept here.
    timeoutMs: NO_TIMEOUT,
    streamsOutput: true,
    execute: (input: unknown, ctx) => call(making, input as JsonObject, ctx),
  });
  return withOrigin(made, { server, tool: definition.tool });
}

async function call(making: ToolMaking, args: JsonObject, ctx: ToolContext): Promise<ToolReturn<unknown>> {
  const { definition, connection, config, isCurrent } = making;
  if (!isCurrent()) throw changedError(definition);
  if (connection.isClosed) throw closedError(definition);
  const clock = new CallClock(config.timeoutMs ?? 60_000, ctx.signal);
  const sent: SentCall = { definition, connection, ctx, clock };
  try {
    const result = await sendCall(sent, args);
    const task = taskIn(result);
    return task === undefined ? resultOf(result, making) : await followed(sent, task, making);
  } catch (error) {
    if (clock.overdue !== undefined) return timedOut(clock.overdue);
    throw toolError(error, definition);
  } finally {
    clock.end();
    await making.settled();
  }
}

function resultOf(result: Json, { definition: { outputSchema }, isShownByApps }: ToolMaking): ToolReturn<unknown> {
  try {
    const read = readResult(result, outputSchema !== undefined);
    return isShownByApps() ? withAnswer(read, result) : read;
  } catch (error) {
    // The call was made: whatever is wrong with its answer, nobody may read that it was not.
    throw error instanceof McpFailure ? error : new McpFailure("unreadable", String(error), error);
  }
}

/**
 * A task that ends or asks soon does so in its call: the user can be asked there. What takes longer goes on in the
 * background.
 */
const SOON_MS = 2_000;

async function followed(call: SentCall, first: Task, making: ToolMaking): Promise<ToolReturn<unknown>> {
  const { timeoutMs = 60_000 } = making.config;
  const { definition, connection, ctx, clock } = call;
  const request: TaskFollowing["request"] = (method, params, signal) => connection.request(method, params, { signal });
  const soon = await followTask(first, {
    request,
    signal: clock.signal,
    ask: (params) => askUser(call, params),
    forMs: Math.min(SOON_MS, timeoutMs / 2),
  });
  if ("result" in soon) return resultOf(soon.result, making);
  const later = (signal: AbortSignal) => {
    const ask = (params: Json) => askUserLater(call, params, signal);
    return inBackground(soon, { request, signal, ask, forMs: LONGEST_TASK_MS });
  };
  ctx.background((signal) =>
    later(signal).then(
      (result) => resultOf(result, making),
      (error: unknown) => Promise.reject(toolError(error, definition)),
    ),
  );
  return asyncResult(`The MCP server "${definition.server}" goes on with it. What comes of it follows.`);
}

async function inBackground(task: Task, following: TaskFollowing): Promise<Json> {
  const ended = await followTask(task, following);
  if ("result" in ended) return ended.result;
  throw new McpFailure("refused", "its task has not come to an end in a day");
}

/** Returned and not thrown, because a tool that throws cannot say that its time was up. */
function timedOut(message: string): ToolResult {
  return {
    ...errorResult(`Error executing tool: ${message}`),
    error: { code: "timeout", type: "system_error", message },
  };
}

function taskIn(result: Json): Task | undefined {
  return isJsonObject(result) && result[TASK] !== undefined ? readTask(result[TASK]) : undefined;
}
