import type { AiEvent } from "../journal/ai-event.ts";
import { toAiEvents } from "../journal/to-ai-events.ts";
import type { StopReason } from "../loop/stop-reason.ts";
import { streamToolLoop } from "../loop/stream-tool-loop.ts";
import type { ToolLoopConfig, ToolLoopResult } from "../loop/tool-loop-config.ts";
import { checkCaller, type GraphLlmCaller, type LlmCaller } from "../model/llm-caller.ts";
import type { GraphExecutorPort, GraphFinal, GraphFinishReason } from "./graph-executor.port.ts";

/** The configuration of every run, or a function that makes it for a caller. */
export type GraphConfig = ToolLoopConfig | ((caller: LlmCaller | GraphLlmCaller) => ToolLoopConfig);

/**
 * Serves the port of a graph with `streamToolLoop`. Tools without an allowlist are refused, unless the configuration
 * says otherwise.
 */
export function createGraphExecutor(config: GraphConfig): GraphExecutorPort {
  return {
    runGraph({ messages, caller, conversation, signal }) {
      const { requestId } = checkCaller(caller);
      const own = typeof config === "function" ? config(caller) : config;
      const run = streamToolLoop(
        { redaction: "required", ...own, ...(conversation && { conversation }), ...(signal && { signal }) },
        messages,
      );
      return {
        stream: untilDone(toAiEvents(run.events, { runId: run.runId })),
        final: run.final.then((result) => finalOf(requestId, result)),
      };
    },
  };
}

/** A journal that cannot store the end of a run keeps it from those who read the events, and they wait for it. */
async function* untilDone(events: AsyncIterable<AiEvent>): AsyncGenerator<AiEvent> {
  for await (const event of events) {
    yield event;
    if (event.type === "done") return;
  }
  yield { type: "done" };
}

function finalOf(requestId: string, { content, stopReason, usage, messages, error }: ToolLoopResult): GraphFinal {
  const end = { requestId, usage, messages };
  if (error !== undefined) return { ...end, ok: false, error };
  if (stopReason === "aborted")
    return { ...end, ok: false, error: { code: "aborted", message: "The run was stopped." } };
  return { ...end, ok: true, content, finishReason: finishReasonOf(stopReason) };
}

function finishReasonOf(stopReason: StopReason): GraphFinishReason {
  if (stopReason === "length" || stopReason === "content_filter") return stopReason;
  return stopReason === "stop" || stopReason === "done" ? "stop" : "other";
}
