import type {
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
  SharedV4Warning,
} from "@ai-sdk/provider";
import type {
  AssistantMessage,
  ChatDeltaEvent,
  LlmCompletionResult,
  LlmError,
  LlmToolCall,
  LlmWarning,
  Message,
  Usage,
} from "@toolwright/core";
import { present, usageSum } from "@toolwright/core/internal";
import { longestName } from "../openai-compatible/calls/assembled-call.ts";
import { HostedCalls } from "./hosted-calls.ts";
import type { ProgramHost } from "./program-host.ts";
import { type AnswerPart, type Container, metadataOf, toProviderState } from "./provider-state.ts";
import { programsIn } from "./sent-programs.ts";
import { TextInput } from "./text-input.ts";

type StreamPart<T extends LanguageModelV4StreamPart["type"]> = Extract<LanguageModelV4StreamPart, { type: T }>;

/** One call of an answer. */
interface SdkCall {
  readonly index: number;
  call?: LlmToolCall;
  /** Where the model writes a text in the place of arguments. */
  readonly text?: TextInput | undefined;
}

type Metadata = { metadata?: SharedV4ProviderMetadata };

/** Of which model an answer is, and to what. */
export interface AnswerOf {
  readonly model: string;
  readonly modelId: string;
  readonly host: ProgramHost | undefined;
  readonly messages: readonly Message[];
}

/** One answer of a model of the AI SDK while its parts arrive. */
export class SdkAnswer {
  readonly #model: string;
  #answered: string;
  #text = "";
  readonly #parts: AnswerPart[] = [];
  readonly #reasoning = new Map<string, { text: string } & Metadata>();
  readonly #texts = new Map<string, { length: number } & Metadata>();
  readonly #hosted: HostedCalls;
  readonly #host: ProgramHost | undefined;
  #container: Container | undefined;
  /** In the order in which they began. One that never closed has no `call`. */
  readonly #calls: SdkCall[] = [];
  /** By id: the calls that are still being written. */
  readonly #open = new Map<string, SdkCall>();
  readonly #complete = new Set<string>();
  #finish: StreamPart<"finish">["finishReason"] | undefined;
  #usage: Usage | undefined;
  #warnings: readonly LlmWarning[] = [];
  #error: unknown;

  constructor({ model, modelId, host, messages }: AnswerOf) {
    this.#model = model;
    this.#answered = modelId;
    this.#host = host;
    this.#hosted = new HostedCalls(programsIn(messages));
  }

  /** What the provider reported as its failure. */
  get error(): unknown {
    return this.#error;
  }

  /**
   * What was said so far, where the provider has only paused: it goes on when it is sent that. Undefined where the
   * answer has ended.
   */
  paused(): AssistantMessage | undefined {
    if (this.#finish?.unified !== "stop" || this.#finish.raw !== "pause_turn") return undefined;
    this.#finish = undefined;
    return this.#common(0).message;
  }

  /** Takes the next part and returns what it brings to show. */
  add(part: LanguageModelV4StreamPart): readonly ChatDeltaEvent[] {
    switch (part.type) {
      case "stream-start":
        this.#warnings = part.warnings.map(toWarning);
        return [];
      case "text-start":
      case "text-delta":
      case "text-end":
        return this.#addText(part);
      case "reasoning-start":
      case "reasoning-delta":
      case "reasoning-end":
        return this.#addReasoning(part);
      case "tool-input-start":
        return part.providerExecuted === true ? [] : this.#begin(part.id, part.toolName, part.inputEncoding === "text");
      case "tool-input-delta":
        return this.#addInput(part);
      case "tool-call":
        return part.providerExecuted === true ? this.#keep(this.#hosted.call(part)) : this.#addCall(part);
      case "tool-result":
        return this.#keep(this.#hosted.result(part));
      case "tool-approval-request":
        this.#warnings = [...this.#warnings, this.#hosted.waiting(part)];
        return [];
      case "custom":
        return this.#keep({ type: "custom", kind: part.kind, ...metadataOf(part) });
      case "response-metadata":
        this.#answered = part.modelId ?? this.#answered;
        return [];
      case "finish":
        this.#finish = part.finishReason;
        this.#container = containerIn(part) ?? this.#container;
        this.#usage = sumOf(this.#usage, usageOf(part.usage));
        return [];
      case "error":
        this.#error ??= part.error ?? new Error("The provider reported an error.");
        return [];
      default:
        return [];
    }
  }

  /** The answer ends here, though more of it would come. */
  cut(): void {
    this.#finish = { unified: "length", raw: undefined };
  }

  /** The result of an answer whose stream came to its end. */
  settle(): LlmCompletionResult {
    const reason = this.#finish;
    if (reason === undefined) return this.fail({ code: "incomplete_stream", message: "The answer ended early." });
    if (reason.unified === "error" || reason.unified === "interrupted") {
      const message = `The provider broke the answer off with "${(reason.raw ?? reason.unified).slice(0, 100)}".`;
      return this.fail({ code: "incomplete_stream", message });
    }
    const begun = this.#calls.length;
    if (reason.unified === "length") return { ...this.#common(begun), finishReason: "length" };
    if (reason.unified === "content-filter") return { ...this.#common(begun), finishReason: "content_filter" };
    const toolCalls = this.#calls.flatMap(({ call }) => call ?? []);
    const unnamed = toolCalls.findIndex(({ function: { name } }) => name === "" || name.length > longestName);
    if (unnamed >= 0) {
      const message = `Tool call ${unnamed + 1} of the step never got a name.`;
      return this.fail({ code: "ambiguous_tool_calls", message });
    }
    const common = this.#common(begun - toolCalls.length, toolCalls);
    if (toolCalls.length === 0) return { ...common, finishReason: "stop" };
    const message = { ...common.message, tool_calls: toolCalls };
    return { ...common, message, finishReason: "tool_calls", toolCalls };
  }

  /** The result of an answer that did not come to its end: what was said so far, and no calls. */
  fail(error: LlmError): LlmCompletionResult {
    const { providerState: _state, ...message } = this.#common(0).message;
    return { ...this.#common(this.#calls.length), message, finishReason: "error", error };
  }

  #keep(part: AnswerPart | undefined): readonly ChatDeltaEvent[] {
    if (part !== undefined) this.#parts.push(part);
    return [];
  }

  #addText(part: StreamPart<"text-start" | "text-delta" | "text-end">): readonly ChatDeltaEvent[] {
    const known = this.#texts.get(part.id);
    const block = known ?? { length: 0 };
    withMetadata(block, part);
    if (known === undefined) {
      this.#texts.set(part.id, block);
      this.#parts.push(Object.assign(block, { type: "text" as const }));
    }
    if (part.type === "text-end") this.#texts.delete(part.id);
    if (part.type !== "text-delta") return [];
    this.#text += part.delta;
    block.length += part.delta.length;
    return [{ type: "text_delta", delta: part.delta }];
  }

  #addReasoning(part: StreamPart<"reasoning-start" | "reasoning-delta" | "reasoning-end">): readonly ChatDeltaEvent[] {
    const known = this.#reasoning.get(part.id);
    const block = known ?? { text: "" };
    if (part.type === "reasoning-delta") block.text += part.delta;
    withMetadata(block, part);
    if (known === undefined) {
      this.#reasoning.set(part.id, block);
      this.#parts.push(Object.assign(block, { type: "reasoning" as const }));
    }
    if (part.type === "reasoning-end") this.#reasoning.delete(part.id);
    return part.type === "reasoning-delta" && part.delta !== "" ? [{ type: "reasoning_delta", delta: part.delta }] : [];
  }

  #begin(id: string, name: string, isText: boolean): ChatDeltaEvent[] {
    if (this.#open.has(id)) return [];
    const index = this.#calls.length;
    const begun = { index, text: isText ? new TextInput() : undefined };
    this.#calls.push(begun);
    this.#open.set(id, begun);
    return [{ type: "tool_call_delta", delta: { index, id, function: { name } } }];
  }

  #addInput({ id, delta }: StreamPart<"tool-input-delta">): readonly ChatDeltaEvent[] {
    const open = this.#open.get(id);
    if (open === undefined || delta === "") return [];
    return [written(open, open.text?.next(delta) ?? delta)];
  }

  /** A call that comes again as it was is the same call; another one under its id is another call. */
  #addCall(part: StreamPart<"tool-call">): readonly ChatDeltaEvent[] {
    const { toolCallId: id, toolName: name, input } = part;
    const asText = TextInput.argumentsOf(input);
    const text = asText ?? (input.trim() === "" || input.trim() === "null" ? "{}" : input);
    const key = JSON.stringify([id, name, text]);
    if (this.#complete.has(key)) return [];
    this.#complete.add(key);
    const shown = this.#begin(id, name, false);
    const open = this.#open.get(id);
    if (open === undefined) return shown;
    const programId = this.#host?.programOf(part.providerMetadata);
    open.call = { id, type: "function", function: { name, arguments: text }, ...present({ programId }) };
    this.#open.delete(id);
    this.#parts.push({
      type: "tool-call",
      name,
      ...(asText === undefined ? {} : { isText: true }),
      ...metadataOf(part),
    });
    const rest = shown.length > 0 ? text : open.text?.end();
    return rest === undefined ? shown : [...shown, written(open, rest)];
  }

  #common(droppedCalls: number, toolCalls: readonly LlmToolCall[] = []) {
    const providerState = toProviderState(this.#model, this.#parts, this.#container);
    const programs = new Set(toolCalls.map(({ programId }) => programId));
    return {
      message: {
        role: "assistant" as const,
        content: this.#text.toWellFormed(),
        ...present({ providerState }),
      },
      model: this.#answered,
      ...present({ usage: this.#usage, providerCalls: this.#hosted.calls(programs) }),
      ...(this.#warnings.length === 0 ? {} : { warnings: this.#warnings }),
      ...(droppedCalls === 0 ? {} : { droppedCalls }),
    };
  }
}

function containerIn({ providerMetadata }: StreamPart<"finish">): Container | undefined {
  const { id, expiresAt } = Object(providerMetadata?.anthropic?.container);
  return typeof id === "string" && typeof expiresAt === "string" ? { id, expiresAt } : undefined;
}

function written({ index }: SdkCall, text: string): ChatDeltaEvent {
  return { type: "tool_call_delta", delta: { index, function: { arguments: text } } };
}

/** A signature comes with the last piece; what came with an earlier one stays. */
function withMetadata(block: Metadata, { providerMetadata }: { readonly providerMetadata?: SharedV4ProviderMetadata }) {
  if (providerMetadata === undefined) return;
  const merged = Object.entries(providerMetadata).map(([provider, data]) => {
    return [provider, { ...block.metadata?.[provider], ...data }] as const;
  });
  block.metadata = { ...block.metadata, ...Object.fromEntries(merged) };
}

function sumOf(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  return other === undefined ? one : usageSum(one, other);
}

/** What was asked for and the package of the provider leaves out or changes. */
function toWarning(warning: SharedV4Warning): LlmWarning {
  if (warning.type === "other") return { code: "model_option", message: warning.message };
  const [what, details] =
    warning.type === "deprecated" ? [warning.setting, warning.message] : [warning.feature, warning.details];
  return { code: "model_option", message: `${what} is ${warning.type}${details === undefined ? "." : `: ${details}`}` };
}

function usageOf(usage: LanguageModelV4Usage | undefined): Usage | undefined {
  const { inputTokens: input, outputTokens: output } = usage ?? {};
  if (input?.total === undefined && output?.total === undefined) return undefined;
  return {
    inputTokens: input?.total ?? 0,
    outputTokens: output?.total ?? 0,
    ...present({
      cachedInputTokens: input?.cacheRead,
      cacheWriteTokens: input?.cacheWrite,
      reasoningTokens: output?.reasoning,
    }),
  };
}
