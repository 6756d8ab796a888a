import type { ChatDeltaEvent, Json, JsonObject, LlmCompletionResult, LlmError, Usage } from "@toolwright/core";
import { present, WholeCharacters } from "@toolwright/core/internal";
import { CallAssembler } from "../calls/call-assembler.ts";
import { toFinishReason } from "../wire/finish-reason.ts";
import { mergeMessageState, mergeNamedState } from "../wire/provider-state.ts";
import type { Chunk } from "../wire/read-chunk.ts";
import type { WireFragment } from "../wire/read-fragments.ts";
import { keepUseful, toProviderState } from "../wire/replay-state.ts";
import { alsoSkipped, notesOf, notJson, type SkippedData } from "./answer-notes.ts";

const NO_ANSWER: LlmError = {
  code: "invalid_stream",
  message: "The server answered with JSON that holds no message: check the base URL.",
};

/** Letters. Few tokens have more: runs of blanks, which no answer is made of. */
const LONGEST_TOKEN = 64;

type Outcome =
  | { readonly finishReason: "tool_calls"; readonly toolCalls: readonly LlmToolCallOf[] }
  | { readonly finishReason: "stop" | "length" | "content_filter" }
  | { readonly finishReason: "error"; readonly error: LlmError };

type LlmToolCallOf = NonNullable<LlmCompletionResult["toolCalls"]>[number];

/** One JSON value of an answer, and how it came. */
export interface AnswerPiece {
  readonly value: Json;
  /** Its text, as it was sent. */
  readonly text: string;
  /** It is the whole body: the answer is not streamed. */
  readonly isBody: boolean;
}

/** What one piece brought: something to show, also the end, or the end of all belief in the answer. */
export type Taken =
  | { readonly kind: "shown" | "whole"; readonly events: readonly ChatDeltaEvent[] }
  | { readonly kind: "broken"; readonly error: LlmError };

/** Which answer it is, and how its pieces are read. */
export interface AnswerOptions {
  /** As it was asked for. */
  readonly model: string;
  /** Who gets back what the provider wants back: the model, in one format. */
  readonly stateOf: string;
  readonly read: (piece: AnswerPiece) => Chunk | LlmError;
}

/** One answer while its chunks arrive, and what it came to. */
export class Answer {
  readonly #options: AnswerOptions;
  readonly #calls = new CallAssembler();
  readonly #text: string[] = [];
  readonly #shownText = new WholeCharacters();
  readonly #shownReasoning = new WholeCharacters();
  readonly #callStates: JsonObject[] = [];
  #messageState: JsonObject = {};
  #model = "";
  #finish = "";
  #usage: Usage | undefined;
  #providerCalls: Chunk["providerCalls"];
  #warnings: Chunk["warnings"];
  #pieces = 0;
  #letters = 0;
  #skipped: SkippedData | undefined;
  #isCut = "";

  constructor(options: AnswerOptions) {
    this.#options = options;
  }

  /** Whether the provider has said how it ended. */
  get hasFinish(): boolean {
    return this.#finish !== "";
  }

  /** How many pieces of text, reasoning or calls came. */
  get pieces(): number {
    return this.#pieces;
  }

  /** At least so many tokens: a piece is one, or several where it is longer than the longest. */
  get tokens(): number {
    return Math.max(this.#pieces, Math.floor(this.#letters / LONGEST_TOKEN));
  }

  /** The beginning of the first data that was no JSON. */
  get skipped(): string | undefined {
    return this.#skipped?.first;
  }

  /** Takes note of data that is no JSON. */
  skip(data: string): void {
    this.#skipped = alsoSkipped(this.#skipped, data);
  }

  take(piece: AnswerPiece): Taken {
    const chunk = this.#options.read(piece);
    if ("code" in chunk) return { kind: "broken", error: chunk };
    const events = this.#add(chunk);
    if (!piece.isBody) return { kind: "shown", events };
    return chunk.isWhole ? { kind: "whole", events } : { kind: "broken", error: NO_ANSWER };
  }

  #add(chunk: Chunk): readonly ChatDeltaEvent[] {
    this.#pieces += chunk.text === "" && chunk.reasoning === "" && chunk.fragments.length === 0 ? 0 : 1;
    this.#letters += chunk.text.length + chunk.reasoning.length;
    this.#model = chunk.model || this.#model;
    this.#usage = chunk.usage ?? this.#usage;
    this.#providerCalls = chunk.providerCalls ?? this.#providerCalls;
    this.#warnings = chunk.warnings ?? this.#warnings;
    this.#noteFinish(chunk.finish);
    this.#messageState = mergeMessageState(this.#messageState, chunk.messageState);
    this.#text.push(chunk.text);
    return [
      ...(chunk.reading === undefined || this.#pieces > 0 ? [] : [{ type: "reading", ...chunk.reading } as const]),
      ...show("reasoning_delta", this.#shownReasoning.push(chunk.reasoning)),
      ...show("text_delta", this.#shownText.push(chunk.text)),
      ...chunk.fragments.flatMap((fragment) => this.#addFragment(fragment)),
    ];
  }

  /** Previews that were held back, once nothing more can come. */
  flush(): readonly ChatDeltaEvent[] {
    return this.#calls.flush().map((delta) => ({ type: "tool_call_delta", delta }));
  }

  /** The result of an answer that was longer than `bound`, as if the provider had cut it. */
  cut(bound: string): LlmCompletionResult {
    this.#isCut = bound;
    this.#finish = "length";
    return this.settle();
  }

  /** The result of an answer that came to its end. */
  settle(): LlmCompletionResult {
    if (this.#skipped !== undefined && !this.#isTextOnly()) return this.fail(notJson(this.#skipped.first));
    const outcome = this.#outcome();
    if (outcome.finishReason === "error") return this.fail(outcome.error);
    const { begun } = this.#calls;
    const common = this.#common();
    if (outcome.finishReason === "tool_calls") {
      const message = { ...common.message, ...this.#stateField(outcome.toolCalls), tool_calls: outcome.toolCalls };
      return { ...common, ...outcome, message };
    }
    // What was cut may lack its signature, and would be refused.
    const state = outcome.finishReason === "stop" ? this.#stateField([]) : {};
    const message = { ...common.message, ...state };
    return { ...common, ...outcome, message, ...(begun === 0 ? {} : { droppedCalls: begun }) };
  }

  /** The result of an answer that did not: what was said so far, and no calls. */
  fail(error: LlmError): LlmCompletionResult {
    const { begun } = this.#calls;
    return { ...this.#common(), finishReason: "error", error, ...(begun === 0 ? {} : { droppedCalls: begun }) };
  }

  /** A piece that was lost from a text leaves a gap that shows; one lost from a call would not. */
  #isTextOnly(): boolean {
    return this.#pieces > 0 && this.#calls.begun === 0 && toFinishReason(this.#finish) !== "tool_calls";
  }

  /** A chunk that says `stop` after `length` does not make a cut answer whole. */
  #noteFinish(finish: string): void {
    const isCut = this.hasFinish && !["stop", "tool_calls"].includes(toFinishReason(this.#finish));
    if (finish !== "" && !isCut) this.#finish = finish;
  }

  #addFragment({ fragment, callState }: WireFragment): ChatDeltaEvent[] {
    const added = this.#calls.add(fragment);
    if (added === undefined) return [];
    this.#callStates[added.place] = mergeNamedState(this.#callStates[added.place] ?? {}, callState);
    // Some servers send all arguments so far with each piece: what is new of them counts.
    this.#letters += added.delta?.function?.arguments?.length ?? 0;
    return added.delta === undefined ? [] : [{ type: "tool_call_delta", delta: added.delta }];
  }

  #outcome(): Outcome {
    const said = toFinishReason(this.#finish);
    if (said === "length" || said === "content_filter") return { finishReason: said };
    if (said === "error") return { finishReason: "error", error: stoppedWith(this.#finish) };
    const assembled = this.#calls.close();
    if (assembled.kind === "ambiguous") {
      return { finishReason: "error", error: { code: "ambiguous_tool_calls", message: assembled.message } };
    }
    if (assembled.calls.length === 0) return { finishReason: "stop" };
    return { finishReason: "tool_calls", toolCalls: assembled.calls };
  }

  #common() {
    const warnings = [...notesOf(this.#skipped, this.#isCut), ...(this.#warnings ?? [])];
    return {
      message: { role: "assistant" as const, content: this.#text.join("").toWellFormed() },
      model: this.#model || this.#options.model,
      ...present({ usage: this.#usage, providerCalls: this.#providerCalls }),
      ...(warnings.length === 0 ? {} : { warnings }),
    };
  }

  #stateField(toolCalls: readonly LlmToolCallOf[]) {
    const places = this.#calls.places();
    const calls = toolCalls.map((call, at) => ({
      name: call.function.name,
      fields: this.#callStates[places[at] ?? at] ?? {},
    }));
    const message = keepUseful(this.#messageState, { hasCalls: calls.length > 0 });
    const providerState = toProviderState({ model: this.#options.stateOf, message, calls });
    return providerState === undefined ? {} : { providerState };
  }
}

function show(type: "text_delta" | "reasoning_delta", delta: string): ChatDeltaEvent[] {
  return delta === "" ? [] : [{ type, delta }];
}

function stoppedWith(finish: string): LlmError {
  return { code: "incomplete_stream", message: `The provider broke the answer off with "${finish.slice(0, 100)}".` };
}
