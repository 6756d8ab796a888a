import type { JsonObject } from "../json/json.ts";
import type { ToolResult } from "../result/tool-result.ts";
import type { ArgumentsText } from "../run/tool-call.ts";
import type { Conversation } from "./conversation.ts";
import type { Resolve } from "./dependency.ts";
import type { Logger } from "./logger.ts";
import type { ToolReturn } from "./tool.ts";

/** Who hears of a background result. */
export type Delivery = "user" | "model" | "both";

/** What a tool gets besides its input. Belongs to one call. */
export interface ToolContext {
  /** Aborted when the run is stopped or the call's deadline passes. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
  now(): Date;
  readonly conversation: Conversation;
  readonly runId: string;
  readonly toolCallId: string;
  /** 1, and one more for every repetition after a crash. */
  readonly attempt: number;
  /** The same for every attempt of this call, and for no other call. */
  readonly idempotencyKey: string;
  /** The plain values given to the runner as `deps`; frozen. */
  readonly deps: Readonly<Record<string, unknown>>;
  readonly resolve: Resolve;
  /** Shows a piece of output while the tool runs. Needs `streamsOutput: true` on the tool. */
  emitOutput(chunk: string): void;
  /** Calls another tool inside this call. Never rejects. */
  call(name: string, input: ArgumentsText | JsonObject): Promise<ToolResult>;
  /** Goes on after the call has returned; the result is delivered at most once. Default: to the model and the user. */
  background(
    work: (signal: AbortSignal) => ToolReturn<unknown> | Promise<ToolReturn<unknown>>,
    options?: { readonly deliver?: Delivery },
  ): void;
}
