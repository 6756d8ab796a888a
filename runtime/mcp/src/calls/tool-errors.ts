import { ToolError } from "@toolwright/core";
import { cutEnd, cutStart } from "@toolwright/core/internal";
import type { Definition } from "../definitions/definition.ts";
import { McpFailure } from "../failure.ts";

/** Who was asked, and whether it does no harm to ask again. */
type Asked = Pick<Definition, "server" | "repeatable">;

/** Why a call of a server's tool came to nothing, for the model. */
export function toolError(error: unknown, definition: Asked): ToolError {
  if (ToolError.isInstance(error)) return error;
  return error instanceof McpFailure ? failed(error, definition) : unreachable(error, definition);
}

/** The server says something else of its tool than what was seen. */
export function changedError({ name, server }: Definition): ToolError {
  return new ToolError(`The MCP server "${server}" has changed what ${name} is. It was not called.`, {
    code: "security_violation",
    suggestion: "A person has to look at the change and accept it.",
  });
}

/** The tools of the server were closed before the call. */
export function closedError({ server }: Definition): ToolError {
  return new ToolError(`The connection to the MCP server "${server}" was closed. Nothing was called.`);
}

function failed(failure: McpFailure, { server, repeatable }: Asked): ToolError {
  const message = bounded(failure.message);
  switch (failure.kind) {
    case "refused":
      return new ToolError(`The MCP server "${server}" says: ${message}`, { cause: failure });
    case "unreadable":
      return new ToolError(`The MCP server "${server}" sent an answer that cannot be used: ${message}.`, {
        cause: failure,
      });
    case "unauthorised":
      return new ToolError(`The MCP server "${server}" wants a login: ${message}. Nothing was called.`, {
        suggestion: "A person has to log in first.",
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

function unreachable(error: unknown, { server }: Asked): ToolError {
  const message = bounded(error instanceof Error ? error.message : String(error));
  return new ToolError(`The MCP server "${server}" cannot be reached: ${message}. Nothing was called.`, {
    cause: error,
  });
}

/** Characters of what a server says went wrong: how it begins, and its last words. */
const MAX_BEGINNING = 500;
const MAX_END = 1_500;

function bounded(message: string): string {
  if (message.length <= MAX_BEGINNING + MAX_END) return message;
  return `${cutStart(message, MAX_BEGINNING)} … ${cutEnd(message, MAX_END)}`;
}
