import type { AiEvent } from "../journal/ai-event.ts";
import type { GraphLlmCaller, LlmCaller } from "../model/llm-caller.ts";
import type { Message } from "../model/messages.ts";
import type { LlmError, Usage } from "../model/model-port.ts";
import type { Conversation } from "../tool/conversation.ts";

/** What a graph is run on. */
export interface GraphRunRequest {
  readonly messages: readonly Message[];
  readonly caller: LlmCaller | GraphLlmCaller;
  readonly conversation?: Conversation;
  readonly signal?: AbortSignal;
}

/** Why a graph's last answer ended. Never `tool_calls`: a client that reads this would wait for ever. */
export type GraphFinishReason = "stop" | "length" | "content_filter" | "other";

interface GraphEnd {
  readonly requestId: string;
  readonly usage: Usage;
  /** The whole history, ready for the next run. */
  readonly messages: readonly Message[];
}

/** How a graph's run ended. */
export type GraphFinal = GraphEnd &
  (
    | { readonly ok: true; readonly content: string; readonly finishReason: GraphFinishReason }
    | { readonly ok: false; readonly error: LlmError }
  );

/** A graph's run under way. */
export interface GraphRun {
  /** Ends with one `done`. May be read once, late, partly or not at all. */
  readonly stream: AsyncIterable<AiEvent>;
  /** Settles once, whether the stream is read or not. Never rejects. */
  readonly final: Promise<GraphFinal>;
}

/** Runs an agent on behalf of a caller: the port between a route and the loop. */
export interface GraphExecutorPort {
  /** Throws a `TypeError` for a caller that names a graph by halves. */
  runGraph(request: GraphRunRequest): GraphRun;
}
