import {
  defineTool,
  errorResult,
  type Json,
  type JsonObject,
  type Tool,
  type ToolContext,
  type ToolResult,
  type ToolReturn,
} from "@toolwright/core";
import { withOrigin } from "@toolwright/core/internal";
import { askPerson } from "../asking/ask-person.ts";
import { readElicitation } from "../asking/elicitation.ts";
import type { ServerConnection } from "../connection/server-connection.ts";
import type { Definition } from "../definitions/definition.ts";
import { McpFailure } from "../failure.ts";
import type { McpServerConfig } from "../options.ts";
import type { RequestOptions } from "../session.port.ts";
import { CallClock } from "./call-clock.ts";
import { LiveLines } from "./live-lines.ts";
import { parameterHeaders } from "./parameter-headers.ts";
import { readResult } from "./read-result.ts";
import { throughRounds } from "./rounds.ts";
import { changedError, toolError } from "./tool-errors.ts";

/** What a tool of a server works with. */
export interface ToolMaking {
  readonly definition: Definition;
  readonly config: McpServerConfig;
  readonly connection: ServerConnection;
  /** False once the server has another definition under this name, which nobody has seen. */
  isCurrent(): boolean;
}

/** The longest that a timer takes: the deadline of a call stands still while a person is asked, so it is kept here. */
const NO_TIMEOUT = 2_147_483_647;

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
    timeoutMs: NO_TIMEOUT,
    streamsOutput: true,
    execute: (input: unknown, ctx) => call(making, input as JsonObject, ctx),
  });
  return withOrigin(made, { server, tool: definition.tool });
}

async function call(making: ToolMaking, args: JsonObject, ctx: ToolContext): Promise<ToolReturn<unknown>> {
  const { definition, config, isCurrent } = making;
  if (!isCurrent()) throw changedError(definition);
  const clock = new CallClock(config.timeoutMs ?? 60_000, ctx.signal);
  try {
    return readResult(await answered(making, args, { ctx, clock }), definition.outputSchema !== undefined);
  } catch (error) {
    if (clock.overdue !== undefined) return timedOut(clock.overdue);
    throw toolError(error, definition);
  } finally {
    clock.end();
  }
}

/** Returned and not thrown, because a tool that throws cannot say that its time was up. */
function timedOut(message: string): ToolResult {
  return {
    ...errorResult(`Error executing tool: ${message}`),
    error: { code: "timeout", type: "system_error", message },
  };
}

interface Calling {
  readonly ctx: ToolContext;
  readonly clock: CallClock;
}

function answered(making: ToolMaking, args: JsonObject, { ctx, clock }: Calling): Promise<Json> {
  const { definition } = making;
  const { server, tool, inputSchema } = definition;
  const lines = new LiveLines(ctx);
  const ask = (params: Json) => clock.paused(() => answerOf(params, { server, tool }, ctx));
  const options: RequestOptions = {
    signal: clock.signal,
    onProgress: (progress) => lines.progress(progress),
    headers: parameterHeaders(inputSchema, args),
    caller: { conversation: conversationOf(ctx), ask, logged: (text) => lines.logged(text) },
  };
  const send = (params: JsonObject) => sent(making, params, options);
  return throughRounds({ params: { name: tool, arguments: args }, send, ask });
}

/** What cannot be shown to a person is not answered. */
async function answerOf(params: Json, asker: Parameters<typeof askPerson>[1], ctx: ToolContext): Promise<JsonObject> {
  const elicitation = readElicitation(params);
  return elicitation === undefined ? { action: "decline" } : askPerson(elicitation, asker, ctx);
}

function conversationOf({ conversation: { channel, chatId }, runId }: ToolContext): string {
  return JSON.stringify(channel === "" && chatId === "" ? [runId] : [channel, chatId]);
}

/** A session that the server forgot is opened again, and the call sent again where that can do no harm. */
async function sent(making: ToolMaking, params: JsonObject, options: RequestOptions): Promise<Json> {
  const { definition, connection } = making;
  try {
    return await connection.request("tools/call", params, options);
  } catch (error) {
    const isExpired = error instanceof McpFailure && error.kind === "expired";
    if (!isExpired || !definition.repeatable) throw error;
    return connection.request("tools/call", params, options);
  }
}
