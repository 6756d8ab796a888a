import type { EventOf } from "../journal/event.ts";
import { outputText } from "../result/output-text.ts";
import type { OpenTelemetryOptions } from "./export-to-open-telemetry.ts";
import { type Attributes, failSpan, SPAN_KIND, type TelemetrySpan, type Tracer } from "./open-telemetry-api.ts";

/** The conversation, where it was named. */
export function conversationOf({ conversationId }: OpenTelemetryOptions): Attributes {
  return conversationId === undefined ? {} : { "gen_ai.conversation.id": conversationId };
}

/** The open `execute_tool` spans of one run, or of calls that belong to none. */
export class CallSpans {
  readonly #options: OpenTelemetryOptions;
  readonly #tracer: Tracer;
  readonly #open = new Map<string, TelemetrySpan>();

  constructor(options: OpenTelemetryOptions, tracer: Tracer) {
    this.#options = options;
    this.#tracer = tracer;
  }

  /** A call inside another one goes under it, any other one under `context`. */
  begin({ data, time, parentId }: EventOf<"tool_call_start">, context: unknown): void {
    const { toolName, toolCallId } = data;
    const attributes = {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": toolName,
      "gen_ai.tool.call.id": toolCallId,
      "gen_ai.tool.type": "function",
      ...conversationOf(this.#options),
      ...(this.#options.content === true ? { "gen_ai.tool.call.arguments": JSON.stringify(data.arguments) } : {}),
    };
    const outer = parentId === undefined ? undefined : this.#open.get(parentId);
    const above = outer === undefined ? context : this.#options.api.trace.setSpan(context, outer);
    const options = { kind: SPAN_KIND.internal, startTime: time, attributes };
    this.#open.set(toolCallId, this.#tracer.startSpan(`execute_tool ${toolName}`, options, above));
  }

  /** Nothing for a call whose start was not seen. */
  end({ data: { toolCallId, result, durationMs }, time }: EventOf<"tool_call_end">): void {
    const span = this.#open.get(toolCallId);
    if (span === undefined) return;
    this.#open.delete(toolCallId);
    span.setAttributes({
      "toolwright.tool.duration_ms": durationMs,
      ...(this.#options.content === true ? { "gen_ai.tool.call.result": outputText(result.output) } : {}),
    });
    if (result.isError) failSpan(span, result.error?.code ?? "execution_failed");
    span.end(time);
  }

  /** Ends what is still open as failed. */
  breakOff(code: string, time: number): void {
    for (const span of this.#open.values()) {
      failSpan(span, code);
      span.end(time);
    }
    this.#open.clear();
  }
}
