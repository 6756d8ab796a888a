import type {
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
  SharedV4Warning,
} from "@ai-sdk/provider";
import type { ChatDeltaEvent, LlmCompletionResult, LlmError, LlmToolCall, LlmWarning, Usage } from "@toolwright/core";
import { present } from "@toolwright/core/internal";
import { type AnswerPart, toProviderState } from "./provider-state.ts";

type StreamPart<T extends LanguageModelV4StreamPart["type"]> = Extract<LanguageModelV4StreamPart, { type: T }>;

/** One call of an answer. */
interface SdkCall {
  readonly index: number;
  call?: LlmToolCall;
}

/** One answer of a model of the AI SDK while its parts arrive. Calls that the provider runs itself are passed over. */
export class SdkAnswer {
  readonly #model: string;
  #answered: string;
  #text = "";
  readonly #parts: AnswerPart[] = [];
  readonly #reasoning = new Map<string, { text: string; metadata?: SharedV4ProviderMetadata }>();
  /** In the order in which they began. One that never closed has no `call`. */
  readonly #calls: SdkCall[] = [];
  /** By id: the calls that are still being written. */
  readonly #open = new Map<string, SdkCall>();
  readonly #complete = new Set<string>();
  #finish: StreamPart<"finish"> | undefined;
  #warnings: readonly LlmWarning[] = [];
  #error: unknown;

  constructor(model: string, modelId: string) {
    this.#model = model;
    this.#answered = modelId;
  }

  /** What the provider reported as its failure. */
  get error(): unknown {
    return this.#error;
  }

  /** Takes the next part and returns what it brings to show. */
  add(part: LanguageModelV4StreamPart): readonly ChatDeltaEvent[] {
    switch (part.type) {
      case "stream-start":
        this.#warnings = part.warnings.map(toWarning);
        return [];
      case "text-start":
        this.#parts.push({ type: "text", ...metadataOf(part) });
        return [];
      case "text-delta":
        this.#text += part.delta;
        return [{ type: "text_delta", delta: part.delta }];
      case "reasoning-start":
      case "reasoning-delta":
      case "reasoning-end":
        return this.#addReasoning(part);
      case "tool-input-start":
        return part.providerExecuted === true ? [] : this.#begin(part.id, part.toolName);
      case "tool-input-delta":
        return this.#addInput(part);
      case "tool-call":
        return part.providerExecuted === true ? [] : this.#addCall(part);
      case "response-metadata":
        this.#answered = part.modelId ?? this.#answered;
        return [];
      case "finish":
        this.#finish = part;
        return [];
      case "error":
        this.#error ??= part.error ?? new Error("The provider reported an error.");
        return [];
      default:
        return [];
    }
  }

  /** The result of an answer whose stream came to its end. */
  settle(): LlmCompletionResult {
    const reason = this.#finish?.finishReason;
    if (reason === undefined) return this.fail({ code: "incomplete_stream", message: "The answer ended early." });
    if (reason.unified === "error" || reason.unified === "interrupted") {
      const message = `The provider broke the answer off with "${(reason.raw ?? reason.unified).slice(0, 100)}".`;
      return this.fail({ code: "incomplete_stream", message });
    }
    const begun = this.#calls.length;
    if (reason.unified === "length") return { ...this.#common(begun), finishReason: "length" };
    if (reason.unified === "content-filter") return { ...this.#common(begun), finishReason: "content_filter" };
    const toolCalls = this.#calls.flatMap(({ call }) => call ?? []);
    const common = this.#common(begun - toolCalls.length);
    if (toolCalls.length === 0) return { ...common, finishReason: "stop" };
    const message = { ...common.message, tool_calls: toolCalls };
    return { ...common, message, finishReason: "tool_calls", toolCalls };
  }

  /** The result of an answer that did not come to its end: what was said so far, and no calls. */
  fail(error: LlmError): LlmCompletionResult {
    const { providerState: _state, ...message } = this.#common(0).message;
    return { ...this.#common(this.#calls.length), message, finishReason: "error", error };
  }

  #addReasoning(part: StreamPart<"reasoning-start" | "reasoning-delta" | "reasoning-end">): readonly ChatDeltaEvent[] {
    const known = this.#reasoning.get(part.id);
    const block = known ?? { text: "" };
    if (part.type === "reasoning-delta") block.text += part.delta;
    // A signature comes with the last piece; what came with an earlier one stays.
    if (part.providerMetadata !== undefined) block.metadata = { ...block.metadata, ...part.providerMetadata };
    if (known === undefined) {
      this.#reasoning.set(part.id, block);
      this.#parts.push(Object.assign(block, { type: "reasoning" as const }));
    }
    if (part.type === "reasoning-end") this.#reasoning.delete(part.id);
    return part.type === "reasoning-delta" && part.delta !== "" ? [{ type: "reasoning_delta", delta: part.delta }] : [];
  }

  #begin(id: string, name: string): ChatDeltaEvent[] {
    if (this.#open.has(id)) return [];
    const index = this.#calls.length;
    const begun = { index };
    this.#calls.push(begun);
    this.#open.set(id, begun);
    return [{ type: "tool_call_delta", delta: { index, id, function: { name } } }];
  }

  #addInput({ id, delta }: StreamPart<"tool-input-delta">): readonly ChatDeltaEvent[] {
    const open = this.#open.get(id);
    if (open === undefined || delta === "") return [];
    return [{ type: "tool_call_delta", delta: { index: open.index, function: { arguments: delta } } }];
  }

  /** A call that comes again as it was is the same call; another one under its id is another call. */
  #addCall(part: StreamPart<"tool-call">): readonly ChatDeltaEvent[] {
    const { toolCallId: id, toolName: name, input } = part;
    const text = input.trim() === "" || input.trim() === "null" ? "{}" : input;
    const key = JSON.stringify([id, name, text]);
    if (this.#complete.has(key)) return [];
    this.#complete.add(key);
    const shown = this.#begin(id, name);
    const open = this.#open.get(id);
    if (open === undefined) return shown;
    open.call = { id, type: "function", function: { name, arguments: text } };
    this.#open.delete(id);
    this.#parts.push({ type: "tool-call", name, ...metadataOf(part) });
    if (shown.length === 0) return [];
    return [...shown, { type: "tool_call_delta", delta: { index: open.index, function: { arguments: text } } }];
  }

  #common(droppedCalls: number) {
    const providerState = toProviderState(this.#model, this.#parts);
    return {
      message: {
        role: "assistant" as const,
        content: this.#text.toWellFormed(),
        ...present({ providerState }),
      },
      model: this.#answered,
      ...present({ usage: usageOf(this.#finish?.usage) }),
      ...(this.#warnings.length === 0 ? {} : { warnings: this.#warnings }),
      ...(droppedCalls === 0 ? {} : { droppedCalls }),
    };
  }
}

/** What was asked for and the package of the provider leaves out or changes. */
function toWarning(warning: SharedV4Warning): LlmWarning {
  if (warning.type === "other") return { code: "model_option", message: warning.message };
  const [what, details] =
    warning.type === "deprecated" ? [warning.setting, warning.message] : [warning.feature, warning.details];
  return { code: "model_option", message: `${what} is ${warning.type}${details === undefined ? "." : `: ${details}`}` };
}

function metadataOf({ providerMetadata }: { readonly providerMetadata?: SharedV4ProviderMetadata }) {
  return providerMetadata === undefined ? {} : { metadata: providerMetadata };
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
