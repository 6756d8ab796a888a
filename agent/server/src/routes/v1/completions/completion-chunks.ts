import type { JournalEvent, LlmError, StopReason, Usage } from "@toolwright/core";
import { present } from "@toolwright/core/internal";
import { ClientCalls, type HandedCall } from "../client-calls.ts";
import { failureOf, openAiError, UNKNOWN_END } from "../errors.ts";
import { formText } from "../request/form-text.ts";
import { RunTexts } from "../run-texts.ts";

/** What all parts of one answer have in common. */
export interface CompletionHead {
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly model: string;
}

type FinishReason = "stop" | "length" | "content_filter" | "tool_calls";

/** OpenAI's names for why an answer ended. `tool_calls` only where there are some that the client has to run. */
export function finishReasonOf(stopReason: StopReason, handed: readonly HandedCall[]): FinishReason {
  if (handed.length > 0) return "tool_calls";
  if (stopReason === "content_filter") return stopReason;
  return CUT_OFF.has(stopReason) ? "length" : "stop";
}

const CUT_OFF: ReadonlySet<StopReason> = new Set(["length", "max_iterations", "budget"]);

/** Details are there where the provider says them; `cache_write_tokens` is OpenRouter's name. */
export function usageOf(usage: Usage): object {
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens, reasoningTokens } = usage;
  const input = present({ cached_tokens: cachedInputTokens, cache_write_tokens: cacheWriteTokens });
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...(Object.keys(input).length > 0 && { prompt_tokens_details: input }),
    ...(reasoningTokens !== undefined && { completion_tokens_details: { reasoning_tokens: reasoningTokens } }),
  };
}

/** A call as the client is to run it. */
export function toolCallOf({ id, name, arguments: args }: HandedCall): object {
  return { id, type: "function", function: { name, arguments: args } };
}

/** What answers are made of. */
export interface ChunkOptions {
  readonly head: CompletionHead;
  readonly includeUsage: boolean;
  /** Names of the client's own tools. */
  readonly clientTools: ReadonlySet<string>;
  /** The answer is JSON: nothing else may stand in it. */
  readonly isForm: boolean;
  readonly run: { readonly runId: string; readonly after: number };
}

/**
 * A run as OpenAI's chunks. The texts of its steps follow each other with a blank line between; calls of this server's
 * tools are not shown. Those of the client's come whole, at the end: only then they are known to fit their schema.
 */
export class CompletionChunks {
  readonly #options: ChunkOptions;
  readonly #calls: ClientCalls;
  readonly #texts: RunTexts;
  #hasText = false;
  /** Whether the run has ended. */
  isOver = false;
  #separates = false;

  constructor(options: ChunkOptions) {
    this.#options = options;
    this.#calls = new ClientCalls(options.clientTools);
    this.#texts = new RunTexts(options.run);
  }

  get head(): CompletionHead {
    return this.#options.head;
  }

  /** The calls that the client is to run. */
  get handed(): readonly HandedCall[] {
    return this.#calls.handed;
  }

  first(): object {
    return this.#chunk({ role: "assistant", content: "" });
  }

  add(event: JournalEvent): object[] {
    const { run, isForm } = this.#options;
    const chunks = this.#texts.add(event).flatMap((said) => {
      if (said.kind === "step") this.#separates = this.#hasText;
      return said.kind === "text" && !isForm ? this.#text(said.text) : [];
    });
    if (event.runId !== run.runId) return chunks;
    this.#calls.add(event);
    if (event.type !== "done") return chunks;
    this.isOver = true;
    return [...chunks, ...this.#end(event.data)];
  }

  /** The end of a stream whose run cannot be followed to its end. */
  breakOff(): object {
    return failedChunk(UNKNOWN_END);
  }

  #text(delta: string): object[] {
    if (delta === "") return [];
    const content = this.#separates ? `\n\n${delta}` : delta;
    this.#separates = false;
    this.#hasText = true;
    return [this.#chunk({ content })];
  }

  #end({ stopReason, usage, error }: Extract<JournalEvent, { type: "done" }>["data"]): object[] {
    if (error !== undefined) return [failedChunk(error)];
    const { handed } = this;
    const { head, includeUsage } = this.#options;
    const last = [
      ...(handed.length === 0 ? this.#text(this.#lastWords()) : []),
      ...handed.map((call, index) => this.#chunk({ tool_calls: [{ index, ...toolCallOf(call) }] })),
      this.#chunk({}, finishReasonOf(stopReason, handed)),
    ];
    if (!includeUsage) return last;
    return [...last, { ...head, object: "chat.completion.chunk", choices: [], usage: usageOf(usage) }];
  }

  /** What is not said before the end: JSON, and what a tool says that ends the run. */
  #lastWords(): string {
    const { final, lastWords = "" } = this.#texts;
    if (this.#options.isForm) return formText(final);
    this.#separates = this.#hasText;
    return lastWords;
  }

  #chunk(delta: object, finish: string | null = null): object {
    const choices = [{ index: 0, delta, logprobs: null, finish_reason: finish }];
    const usage = this.#options.includeUsage ? { usage: null } : {};
    return { ...this.#options.head, object: "chat.completion.chunk", choices, ...usage };
  }
}

function failedChunk(error: LlmError): object {
  const { message, param } = failureOf(error);
  return { error: openAiError(message, "server_error", { param, code: error.code }) };
}
