import type { Conversation, Logger, OutputCache, Scrubber, ToolRegistry } from "@toolwright/core";
import type { McpServerOptions } from "../mcp-server.port.ts";
import type { HeldCalls } from "./held-calls.ts";
import type { Questions } from "./questions.ts";
import type { RequestStates } from "./request-states.ts";

/** The SDK, which is loaded with the first request. */
export type Sdk = typeof import("@modelcontextprotocol/server");

/** What a call over MCP runs with, whether its client waits for it or it goes on as a task. */
export interface CallServices {
  readonly sdk: Sdk;
  readonly registry: ToolRegistry;
  readonly options: McpServerOptions;
  readonly outputCache: OutputCache | false;
  readonly scrubber: Scrubber;
  readonly logger: Logger;
  readonly questions: Questions;
  readonly states: RequestStates;
  readonly held: HeldCalls;
  /** Where the outputs, questions and tasks of a caller belong. */
  readonly ownerOf: (name: string) => Conversation;
}
