import type { JournalEvent, StopReason } from "@toolwright/core";
import type { Usage } from "@toolwright/core/types";
import { safeErrorText } from "@toolwright/view";

/** What all parts of one answer have in common. */
export interface CompletionHead {
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly model: string;
}

/** OpenAI's names for why an answer ended. Never `tool_calls`: a client would think it has to run them. */
export function finishReasonOf(stopReason: StopReason): "stop" | "length" | "content_filter" {
  if (stopReason === "content_filter") return stopReason;
  return stopReason === "length" || stopReason === "max_iterations" ? "length" : "stop";
}

export function usageOf({ inputTokens, outputTokens }: Usage): object {
  return { prompt_tokens: inputTokens, completion_tokens: outputTokens, total_tokens: inputTokens + outputTokens };
}

/** What answers are made of. */
export interface ChunkOptions {
  readonly head: CompletionHead;
  readonly includeUsage: boolean;
}

/** A run as OpenAI's chunks. The texts of its steps follow each other with a blank line between; calls are not shown. */
export class CompletionChunks {
  readonly #options: ChunkOptions;
  #sent = "";
  #hasText = false;
  #separates = false;

  constructor(options: ChunkOptions) {
    this.#options = options;
  }

  first(): object {
    return this.#chunk({ role: "assistant", content: "" });
  }

  add(event: JournalEvent): object[] {
    if (event.type === "step_start") {
      this.#sent = "";
      this.#separates = this.#hasText;
    } else if (event.type === "text_delta") {
      return this.text(event.data.delta);
    } else if (event.type === "assistant_message") {
      const { content } = event.data.message;
      return content.startsWith(this.#sent) ? this.text(content.slice(this.#sent.length)) : [];
    } else if (event.type === "done") {
      return this.#end(event.data);
    }
    return [];
  }

  text(delta: string): object[] {
    if (delta === "") return [];
    const content = this.#separates ? `\n\n${delta}` : delta;
    this.#separates = false;
    this.#hasText = true;
    this.#sent += delta;
    return [this.#chunk({ content })];
  }

  #end({ stopReason, usage, error }: Extract<JournalEvent, { type: "done" }>["data"]): object[] {
    if (error !== undefined) return [{ error: openAiError(safeErrorText(error), "server_error") }];
    const last = this.#chunk({}, finishReasonOf(stopReason));
    if (!this.#options.includeUsage) return [last];
    const { head } = this.#options;
    return [last, { ...head, object: "chat.completion.chunk", choices: [], usage: usageOf(usage) }];
  }

  #chunk(delta: object, finish: string | null = null): object {
    const choices = [{ index: 0, delta, logprobs: null, finish_reason: finish }];
    const usage = this.#options.includeUsage ? { usage: null } : {};
    return { ...this.#options.head, object: "chat.completion.chunk", choices, ...usage };
  }
}

/** OpenAI's form of an error. */
export function openAiError(message: string, type: string, code: string | null = null): object {
  return { message, type, param: null, code };
}
