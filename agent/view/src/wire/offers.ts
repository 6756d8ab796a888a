import type { UserThreadMessage } from "./thread-message.ts";

/** `GET /api/mcp/prompts`. */
export interface PromptList {
  readonly prompts: readonly ShownPrompt[];
}

/** A prompt of an MCP server; its words are the server's. */
export interface ShownPrompt {
  readonly server: string;
  readonly name: string;
  /** One line. */
  readonly about: string;
  readonly arguments: readonly { readonly name: string; readonly about: string; readonly required: boolean }[];
}

/** What `POST /api/mcp/prompt` takes; `POST /api/mcp/complete` with what is typed for one of its arguments. */
export interface PromptRequest {
  readonly server: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, string>>;
}

export interface CompleteRequest extends PromptRequest {
  readonly argument: string;
  readonly typed: string;
}

/** `POST /api/mcp/complete`: what could stand there. */
export interface CompleteAnswer {
  readonly values: readonly string[];
}

/** `GET /api/mcp/resources?q=…`. */
export interface ResourceList {
  readonly resources: readonly ShownResource[];
}

export interface ShownResource {
  readonly server: string;
  /** A template where parts are to be filled in. */
  readonly uri: string;
  /** One line. */
  readonly about: string;
}

/** `POST /api/mcp/prompt`, and `GET /api/mcp/resource?server=…&uri=…`: what goes into a message. */
export interface OfferedContent {
  readonly content: UserThreadMessage["content"];
}
