import type { EventOf, JournalEvent } from "../journal/event.ts";
import { outputText } from "../result/output-text.ts";
import { genAiMessages } from "./gen-ai-messages.ts";
import {
  type Attributes,
  type OpenTelemetryApi,
  SPAN_KIND,
  STATUS_ERROR,
  type TelemetrySpan,
} from "./open-telemetry-api.ts";

export interface OpenTelemetryOptions {
  /** The module `@opentelemetry/api`. */
  readonly api: OpenTelemetryApi;
  /** Puts messages, arguments and results into spans; secrets stay masked. Default false: what was said is in none. */
  readonly content?: boolean;
}

/**
 * A listener for an activity stream that makes spans after the GenAI semantic conventions: `invoke_agent` for a run,
 * `chat` for a model call, `execute_tool` for a call. A run's span is a child of the one that is active when it begins.
 */
export function exportToOpenTelemetry(options: OpenTelemetryOptions): (event: JournalEvent) => void {
  const runs = new Map<string, RunSpans>();
  const tracer = options.api.trace.getTracer("@toolwright/core");
  return (event) => {
    if (event.type === "run_start") {
      runs.set(event.runId, new RunSpans(options, tracer, event));
      return;
    }
    runs.get(event.runId)?.add(event);
    if (event.type === "done") runs.delete(event.runId);
  };
}

type Tracer = ReturnType<OpenTelemetryApi["trace"]["getTracer"]>;

interface NewSpan {
  readonly name: string;
  readonly kind: number;
  readonly startTime: number;
  readonly attributes: Attributes;
}

/** The open spans of one run. */
class RunSpans {
  readonly #options: OpenTelemetryOptions;
  readonly #tracer: Tracer;
  readonly #model: Attributes;
  readonly #modelName: string;
  readonly #context: unknown;
  readonly #run: TelemetrySpan;
  #chat: TelemetrySpan | undefined;
  readonly #calls = new Map<string, TelemetrySpan>();

  constructor(options: OpenTelemetryOptions, tracer: Tracer, { runId, data, time }: EventOf<"run_start">) {
    this.#options = options;
    this.#tracer = tracer;
    const colon = data.model.indexOf(":");
    this.#modelName = data.model.slice(colon + 1);
    this.#model = {
      "gen_ai.provider.name": colon === -1 ? data.model : data.model.slice(0, colon),
      "gen_ai.request.model": this.#modelName,
    };
    const said: Attributes = options.content === true ? { "gen_ai.input.messages": genAiMessages(data.input) } : {};
    const about = { "gen_ai.operation.name": "invoke_agent", "toolwright.run.id": runId, ...this.#model, ...said };
    const active = options.api.context.active();
    const span = { name: "invoke_agent", kind: SPAN_KIND.internal, startTime: time, attributes: about };
    this.#run = this.#start(span, active);
    this.#context = options.api.trace.setSpan(active, this.#run);
  }

  add(event: Exclude<JournalEvent, EventOf<"run_start">>): void {
    if (event.type === "step_start") this.#beginChat(event);
    else if (event.type === "assistant_message") this.#endChat(event);
    else if (event.type === "tool_call_start") this.#beginCall(event);
    else if (event.type === "tool_call_end") this.#endCall(event);
    else if (event.type === "done") this.#end(event);
  }

  #start({ name, kind, startTime, attributes }: NewSpan, context: unknown): TelemetrySpan {
    return this.#tracer.startSpan(name, { kind, startTime, attributes: { ...attributes } }, context);
  }

  #beginChat({ time }: EventOf<"step_start">): void {
    const attributes = { "gen_ai.operation.name": "chat", ...this.#model };
    const span = { name: `chat ${this.#modelName}`, kind: SPAN_KIND.client, startTime: time, attributes };
    this.#chat = this.#start(span, this.#context);
  }

  #endChat({ data, time }: EventOf<"assistant_message">): void {
    const { usage, message, finishReason } = data;
    this.#chat?.setAttributes({
      "gen_ai.response.finish_reasons": [finishReason],
      ...(usage === undefined ? {} : tokensOf(usage)),
      ...(this.#options.content === true ? { "gen_ai.output.messages": genAiMessages([message], finishReason) } : {}),
    });
    this.#chat?.end(time);
    this.#chat = undefined;
  }

  #beginCall({ data, time, parentId }: EventOf<"tool_call_start">): void {
    const { toolName, toolCallId } = data;
    const attributes = {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": toolName,
      "gen_ai.tool.call.id": toolCallId,
      "gen_ai.tool.type": "function",
      ...(this.#options.content === true ? { "gen_ai.tool.call.arguments": JSON.stringify(data.arguments) } : {}),
    };
    const outer = parentId === undefined ? undefined : this.#calls.get(parentId);
    const context = outer === undefined ? this.#context : this.#options.api.trace.setSpan(this.#context, outer);
    const span = { name: `execute_tool ${toolName}`, kind: SPAN_KIND.internal, startTime: time, attributes };
    this.#calls.set(toolCallId, this.#start(span, context));
  }

  #endCall({ data: { toolCallId, result, durationMs }, time }: EventOf<"tool_call_end">): void {
    const span = this.#calls.get(toolCallId);
    if (span === undefined) return;
    this.#calls.delete(toolCallId);
    span.setAttributes({
      "toolwright.tool.duration_ms": durationMs,
      ...(this.#options.content === true ? { "gen_ai.tool.call.result": outputText(result.output) } : {}),
    });
    if (result.isError) this.#fail(span, result.error?.code ?? "execution_failed");
    span.end(time);
  }

  #end({ data: { error, usage, stopReason, iterations }, time }: EventOf<"done">): void {
    const code = error?.code ?? (stopReason === "aborted" ? "aborted" : undefined);
    // A model call that failed has no message of its own: the end of the run is its end too.
    for (const open of [this.#chat, ...this.#calls.values()]) {
      if (open === undefined) continue;
      this.#fail(open, code ?? "unfinished");
      open.end(time);
    }
    this.#run.setAttributes({
      ...tokensOf(usage),
      "toolwright.run.stop_reason": stopReason,
      "toolwright.run.iterations": iterations,
    });
    if (code !== undefined) this.#fail(this.#run, code);
    this.#run.end(time);
  }

  #fail(span: TelemetrySpan, code: string): void {
    span.setAttributes({ "error.type": code });
    span.setStatus({ code: STATUS_ERROR, message: code });
  }
}

function tokensOf({ inputTokens, outputTokens }: { readonly inputTokens: number; readonly outputTokens: number }) {
  return { "gen_ai.usage.input_tokens": inputTokens, "gen_ai.usage.output_tokens": outputTokens };
}
