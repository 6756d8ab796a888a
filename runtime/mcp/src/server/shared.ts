import type { Conversation, Logger, OutputCache, Scrubber, ToolRegistry } from "@toolwright/core";
import type { Questions } from "./calls/questions.ts";
import type { RequestStates } from "./calls/request-states.ts";
import type { McpServerOptions } from "./mcp-server.port.ts";
import type { Tasks } from "./tasks/tasks.ts";

/** The SDK, which is loaded with the first request. */
export type Sdk = typeof import("@modelcontextprotocol/server");

/** What all connections of one server share. */
export interface Shared {
  readonly sdk: Sdk;
  readonly registry: ToolRegistry;
  readonly options: McpServerOptions;
  readonly outputCache: OutputCache | false;
  readonly scrubber: Scrubber;
  readonly logger: Logger;
  readonly questions: Questions;
  readonly states: RequestStates;
  readonly tasks: Tasks;
  /** Where the outputs, questions and tasks of a caller belong. */
  readonly ownerOf: (name: string) => Conversation;
}
