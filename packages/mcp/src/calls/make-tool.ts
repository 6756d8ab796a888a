import { defineTool, type JsonObject, type Tool, type ToolContext, ToolError, type ToolReturn } from "@toolwright/core";
import { cutEnd, cutStart } from "@toolwright/core/internal";
import type { ServerConnection } from "../connection/server-connection.ts";
import type { Definition } from "../definitions/definition.ts";
import { McpFailure } from "../failure.ts";
import type { McpServerConfig } from "../options.ts";
import type { Progress } from "../session.port.ts";
import { parameterHeaders } from "./parameter-headers.ts";
import { readResult } from "./read-result.ts";

/** What a tool of a server works with. */
export interface ToolMaking {
  readonly definition: Definition;
  readonly config: McpServerConfig;
  readonly connection: ServerConnection;
  /** False once the server has another definition under this name, which nobody has seen. */
  isCurrent(): boolean;
}

/** A tool of a server as one of ours: everything that holds for a call of ours holds for it. */
export function makeTool(making: ToolMaking): Tool {
  const { definition, config } = making;
  const { name, description, server, inputSchema, outputSchema } = definition;
  return defineTool({
    name,
    description: `${description}\n(A tool of the MCP server "${server}".)`,
    input: inputSchema,
    ...(outputSchema !== undefined && { output: outputSchema }),
    // The runner's masks hold; which fields may be shown only a person could say, and no server.
    allowlist: "all",
    allowUserText: true,
    effects: "external",
    requiresConfirmation: config.confirm !== "never",
    timeoutMs: config.timeoutMs ?? 60_000,
    streamsOutput: true,
    execute: (input: unknown, ctx) => call(making, input as JsonObject, ctx),
  });
}

async function call(making: ToolMaking, args: JsonObject, ctx: ToolContext): Promise<ToolReturn<unknown>> {
  const { definition, isCurrent } = making;
  if (!isCurrent()) throw changed(definition);
  try {
    return readResult(await answered(making, args, ctx), definition.outputSchema !== undefined);
  } catch (error) {
    throw error instanceof McpFailure ? toolError(error, definition) : unreachable(error, definition);
  }
}

/** A session that the server forgot is opened again, and the call sent again where that can do no harm. */
async function answered({ definition, connection }: ToolMaking, args: JsonObject, ctx: ToolContext) {
  const request = () =>
    connection.request(
      "tools/call",
      { name: definition.tool, arguments: args },
      {
        signal: ctx.signal,
        onProgress: (progress) => ctx.emitOutput(progressLine(progress)),
        headers: parameterHeaders(definition.inputSchema, args),
      },
    );
  try {
    return await request();
  } catch (error) {
    const isExpired = error instanceof McpFailure && error.kind === "expired";
    if (!isExpired || !definition.repeatable) throw error;
    return request();
  }
}

/** Characters of a line of progress. */
const MAX_PROGRESS = 500;

function progressLine({ progress, total, message }: Progress): string {
  const share = total === undefined ? String(progress) : `${progress} of ${total}`;
  return `${cutStart(message === undefined || message === "" ? share : `${share}: ${message}`, MAX_PROGRESS)}\n`;
}

function changed({ name, server }: Definition): ToolError {
  return new ToolError(`The MCP server "${server}" has changed what ${name} is. It was not called.`, {
    code: "security_violation",
    suggestion: "A person has to look at the change and accept it.",
  });
}

/** Characters of what a server says went wrong: how it begins, and its last words. */
const MAX_BEGINNING = 500;
const MAX_END = 1_500;

function bounded(message: string): string {
  if (message.length <= MAX_BEGINNING + MAX_END) return message;
  return `${cutStart(message, MAX_BEGINNING)} … ${cutEnd(message, MAX_END)}`;
}

function toolError(failure: McpFailure, { server, repeatable }: Definition): ToolError {
  const message = bounded(failure.message);
  switch (failure.kind) {
    case "refused":
      return new ToolError(`The MCP server "${server}" says: ${message}`, { cause: failure });
    case "unreadable":
      return new ToolError(`The MCP server "${server}" sent an answer that cannot be used: ${message}.`, {
        cause: failure,
      });
    case "aborted":
      return new ToolError("The call was ended.", { cause: failure });
    case "expired":
    case "lost":
      return new ToolError(`The connection to the MCP server "${server}" was lost: ${message}.`, {
        code: "outcome_unknown",
        suggestion: repeatable
          ? "The call may be made again."
          : "Whether it was done is not known: find out before you try again.",
        cause: failure,
      });
  }
}

function unreachable(error: unknown, { server }: Definition): ToolError {
  const message = bounded(error instanceof Error ? error.message : String(error));
  return new ToolError(`The MCP server "${server}" cannot be reached: ${message}. Nothing was called.`, {
    cause: error,
  });
}
