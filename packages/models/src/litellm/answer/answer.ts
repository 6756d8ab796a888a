import type { ChatDeltaEvent, JsonObject, LlmCompletionResult, LlmError, Usage } from "@toolwright/core";
import { CallAssembler } from "../calls/call-assembler.ts";
import { HalfCharacterHold } from "../text/half-character-hold.ts";
import { toWellFormed } from "../text/to-well-formed.ts";
import { toFinishReason } from "../wire/finish-reason.ts";
import { mergeMessageState, mergeNamedState } from "../wire/provider-state.ts";
import type { Chunk } from "../wire/read-chunk.ts";
import type { WireFragment } from "../wire/read-fragments.ts";
import { keepUseful, toProviderState } from "../wire/replay-state.ts";

type Outcome =
  | { readonly finishReason: "tool_calls"; readonly toolCalls: readonly LlmToolCallOf[] }
  | { readonly finishReason: "stop" | "length" | "content_filter" }
  | { readonly finishReason: "error"; readonly error: LlmError };

type LlmToolCallOf = NonNullable<LlmCompletionResult["toolCalls"]>[number];

/** One answer while its chunks arrive, and what it came to. */
export class Answer {
  readonly #requested: string;
  readonly #calls = new CallAssembler();
  readonly #text: string[] = [];
  readonly #shownText = new HalfCharacterHold();
  readonly #shownReasoning = new HalfCharacterHold();
  readonly #callStates: JsonObject[] = [];
  #messageState: JsonObject = {};
  #model = "";
  #finish = "";
  #usage: Usage | undefined;

  constructor(model: string) {
    this.#requested = model;
  }

  /** Whether the provider has said how it ended. */
  get hasFinish(): boolean {
    return this.#finish !== "";
  }

  /** Takes the next chunk and returns what it brings to show. */
  add(chunk: Chunk): readonly ChatDeltaEvent[] {
    this.#model = chunk.model || this.#model;
    this.#usage = chunk.usage ?? this.#usage;
    this.#noteFinish(chunk.finish);
    this.#messageState = mergeMessageState(this.#messageState, chunk.messageState);
    this.#text.push(chunk.text);
    return [
      ...show("reasoning_delta", this.#shownReasoning.add(chunk.reasoning)),
      ...show("text_delta", this.#shownText.add(chunk.text)),
      ...chunk.fragments.flatMap((fragment) => this.#addFragment(fragment)),
    ];
  }

  /** Previews that were held back, once nothing more can come. */
  flush(): readonly ChatDeltaEvent[] {
    return this.#calls.flush().map((delta) => ({ type: "tool_call_delta", delta }));
  }

  /** The result of an answer that came to its end. */
  settle(): LlmCompletionResult {
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

  /** A chunk that says `stop` after `length` does not make a cut answer whole. */
  #noteFinish(finish: string): void {
    const isCut = this.hasFinish && !["stop", "tool_calls"].includes(toFinishReason(this.#finish));
    if (finish !== "" && !isCut) this.#finish = finish;
  }

  #addFragment({ fragment, callState }: WireFragment): ChatDeltaEvent[] {
    const added = this.#calls.add(fragment);
    if (added === undefined) return [];
    this.#callStates[added.place] = mergeNamedState(this.#callStates[added.place] ?? {}, callState);
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
    return {
      message: { role: "assistant" as const, content: toWellFormed(this.#text.join("")) },
      model: this.#model || this.#requested,
      ...(this.#usage === undefined ? {} : { usage: this.#usage }),
    };
  }

  #stateField(toolCalls: readonly LlmToolCallOf[]) {
    const calls = toolCalls.map((call, place) => ({
      name: call.function.name,
      fields: this.#callStates[place] ?? {},
    }));
    const message = keepUseful(this.#messageState, { hasCalls: calls.length > 0 });
    const providerState = toProviderState({ model: this.#requested, message, calls });
    return providerState === undefined ? {} : { providerState };
  }
}

function show(type: "text_delta" | "reasoning_delta", delta: string): ChatDeltaEvent[] {
  return delta === "" ? [] : [{ type, delta }];
}

function stoppedWith(finish: string): LlmError {
  return { code: "incomplete_stream", message: `The provider broke the answer off with "${finish.slice(0, 100)}".` };
}
