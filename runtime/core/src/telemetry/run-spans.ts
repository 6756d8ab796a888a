import type { EventOf, JournalEvent } from "../journal/event.ts";
import { present } from "../json/present.ts";
import { contentText } from "../model/content-text.ts";
import type { Message } from "../model/messages.ts";
import type { Usage } from "../model/model-port.ts";
import { CallSpans, conversationOf, type Telemetry } from "./call-spans.ts";
import { partsOfName } from "./invocation-summary.ts";
import { type Attributes, failSpan, SPAN_KIND, type TelemetrySpan } from "./open-telemetry-api.ts";
import { providerName } from "./provider-names.ts";

/** The first event that is seen of a run: its own beginning, or the step that a resumed one goes on with. */
export type RunBeginning = EventOf<"run_start"> | EventOf<"step_start">;

interface NewSpan {
  readonly name: string;
  readonly kind: number;
  readonly startTime: number;
  readonly attributes: Attributes;
}

/** The call that a run is a part of. */
interface OuterCall {
  readonly span: TelemetrySpan;
  readonly toolName: string;
}

/** The open spans of one run. */
export class RunSpans {
  readonly #telemetry: Telemetry;
  /** Empty for a resumed run, whose model only its beginning named. */
  readonly #model: Attributes;
  /** What its agent is called, where that is known: a run inside a call is called as the tool. */
  readonly #name: string | undefined;
  readonly #context: unknown;
  readonly #run: TelemetrySpan;
  readonly #calls: CallSpans;
  /** The calls that its model asked for last. */
  #asked: readonly string[] = [];
  #chat: { readonly span: TelemetrySpan; readonly begunAt: number } | undefined;

  constructor(telemetry: Telemetry, event: RunBeginning, outer: OuterCall | undefined) {
    const { options } = telemetry;
    const { trace, context } = options.api;
    this.#telemetry = telemetry;
    this.#calls = new CallSpans(telemetry);
    this.#model = event.type === "run_start" ? modelOf(event.data.model) : {};
    this.#name = outer === undefined ? options.agentName : outer.toolName;
    const above = outer === undefined ? context.active() : trace.setSpan(context.active(), outer.span);
    const attributes = {
      "gen_ai.operation.name": "invoke_agent",
      "toolwright.run.id": event.runId,
      ...present({ "gen_ai.agent.name": this.#name }),
      ...conversationOf(options),
      ...this.#model,
      ...(options.content === true && event.type === "run_start"
        ? { "gen_ai.input.messages": genAiMessages(event.data.input) }
        : {}),
    };
    const of = { name: this.#named("invoke_agent"), kind: SPAN_KIND.internal, startTime: event.time, attributes };
    this.#run = this.#start(of, above);
    this.#context = trace.setSpan(above, this.#run);
  }

  /** A call of this run that has not ended. */
  call(toolCallId: string): OuterCall | undefined {
    return this.#calls.get(toolCallId);
  }

  /** Whether a call is one that its model asked for last, or is inside such a one. */
  hasAsked(toolCallId: string): boolean {
    const isInside = (id: string) => toolCallId.startsWith(`${id}/`) || toolCallId.startsWith(`${id}~`);
    return this.#asked.some((id) => toolCallId === id || isInside(id));
  }

  /** Another agent works for it: by the conventions that is a workflow. */
  coordinates(): void {
    this.#run.updateName(this.#named("invoke_workflow"));
    this.#run.setAttributes({ "gen_ai.operation.name": "invoke_workflow" });
  }

  #named(operation: string): string {
    return this.#name === undefined ? operation : `${operation} ${this.#name}`;
  }

  add(event: Exclude<JournalEvent, EventOf<"run_start">>): void {
    if (event.type === "step_start") this.#beginChat(event);
    else if (event.type === "model_retrying") this.#tellOfRetry(event);
    else if (event.type === "assistant_message") this.#hear(event);
    else if (event.type === "tool_call_start") this.#calls.begin(event, this.#context);
    else if (event.type === "tool_call_end") this.#calls.end(event);
    else if (event.type === "done") this.#end(event);
  }

  #start({ name, kind, startTime, attributes }: NewSpan, context: unknown): TelemetrySpan {
    return this.#telemetry.tracer.startSpan(name, { kind, startTime, attributes: { ...attributes } }, context);
  }

  #beginChat({ time }: EventOf<"step_start">): void {
    const { options } = this.#telemetry;
    const attributes = { "gen_ai.operation.name": "chat", ...conversationOf(options), ...this.#model };
    const name = ["chat", this.#model["gen_ai.request.model"]].filter(Boolean).join(" ");
    const span = this.#start({ name, kind: SPAN_KIND.client, startTime: time, attributes }, this.#context);
    this.#chat = { span, begunAt: time };
  }

  #tellOfRetry({ data: { code, delayMs }, time }: EventOf<"model_retrying">): void {
    const about = { "error.type": code, "toolwright.retry.delay_ms": delayMs };
    this.#chat?.span.addEvent("toolwright.model.retry", about, time);
  }

  /** Of an answer that broke off, the end of the run is the end. */
  #hear(event: EventOf<"assistant_message">): void {
    const { firstTokenMs, partial, message } = event.data;
    this.#asked = (message.tool_calls ?? []).map(({ id }) => id);
    if (firstTokenMs !== undefined)
      this.#chat?.span.setAttributes({ "gen_ai.response.time_to_first_chunk": firstTokenMs / 1_000 });
    if (partial !== true) this.#endChat(event);
  }

  #endChat({ data, time }: EventOf<"assistant_message">): void {
    const { usage, message, finishReason } = data;
    const { content } = this.#telemetry.options;
    this.#chat?.span.setAttributes({
      "gen_ai.response.finish_reasons": [finishReason],
      ...(usage === undefined ? {} : usageOf(usage)),
      ...(content === true ? { "gen_ai.output.messages": genAiMessages([message], finishReason) } : {}),
    });
    this.#closeChat(time, undefined, usage);
  }

  #closeChat(time: number, code: string | undefined, usage?: Usage): void {
    if (this.#chat === undefined) return;
    const { span, begunAt } = this.#chat;
    this.#chat = undefined;
    if (code !== undefined) failSpan(span, code);
    span.end(time);
    const about = { "gen_ai.operation.name": "chat", ...this.#model, ...present({ "error.type": code }) };
    this.#telemetry.metrics.called((time - begunAt) / 1_000, about, usage);
  }

  #end({ data: { error, usage, stopReason, iterations }, time }: EventOf<"done">): void {
    const code = error?.code ?? (stopReason === "aborted" ? "aborted" : undefined);
    // A model call that failed has no message of its own: the end of the run is its end too.
    this.#closeChat(time, code ?? "unfinished");
    this.#calls.breakOff(code ?? "unfinished", time);
    this.#run.setAttributes({
      ...usageOf(usage),
      "toolwright.run.stop_reason": stopReason,
      "toolwright.run.iterations": iterations,
    });
    if (code !== undefined) failSpan(this.#run, code);
    this.#run.end(time);
  }
}

/** What a call used after its run was done: a span of its own, so that all spans add up to what was used. */
export function lateSpan({ options, tracer }: Telemetry, { data, time }: EventOf<"async_result">): void {
  if (data.usage === undefined) return;
  const attributes = {
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.tool.name": data.toolName,
    "gen_ai.tool.call.id": data.toolCallId,
    ...conversationOf(options),
    ...usageOf(data.usage),
  };
  const span = { kind: SPAN_KIND.internal, startTime: time, attributes };
  tracer.startSpan("invoke_agent", span, options.api.context.active()).end(time);
}

function modelOf(name: string): Attributes {
  const { provider, model } = partsOfName(name);
  return { "gen_ai.provider.name": providerName(provider), "gen_ai.request.model": model };
}

function usageOf(usage: Usage): Attributes {
  return present({
    "gen_ai.usage.input_tokens": usage.inputTokens,
    "gen_ai.usage.cache_read.input_tokens": usage.cachedInputTokens,
    "gen_ai.usage.cache_write.input_tokens": usage.cacheWriteTokens,
    "gen_ai.usage.output_tokens": usage.outputTokens,
    "gen_ai.usage.reasoning.output_tokens": usage.reasoningTokens,
    "toolwright.usage.cost_usd": usage.costUsd,
  });
}

/** Messages as the GenAI conventions write them (`gen_ai.input.messages`, `gen_ai.output.messages`): JSON text. */
function genAiMessages(messages: readonly Message[], finishReason?: string): string {
  const finish = finishReason === undefined ? {} : { finish_reason: finishReason };
  return JSON.stringify(messages.map((message) => ({ role: message.role, parts: partsOf(message), ...finish })));
}

function partsOf(message: Message): object[] {
  if (message.role === "tool") {
    return [{ type: "tool_call_response", id: message.tool_call_id, response: contentText(message.content) }];
  }
  const text = contentText(message.content);
  const said = text === "" ? [] : [{ type: "text", content: text }];
  if (message.role !== "assistant") return said;
  const calls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: args } }) => {
    return { type: "tool_call", id, name, arguments: args };
  });
  return [...said, ...calls];
}
