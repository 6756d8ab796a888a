import { DeltaQueue } from "../../async/delta-queue.ts";
import type { Message } from "../../model/messages.ts";
import type {
  ChatDeltaEvent,
  Completion,
  CompletionStreamParams,
  LlmCompletionResult,
  LlmError,
  LlmToolDefinition,
  ModelPort,
} from "../../model/model-port.ts";
import { checkOptions } from "../../options/check-options.ts";
import { aText } from "../../options/option-rules.ts";
import { checkSteps } from "./parse-script.ts";
import { eventsOf, resultOf } from "./play-step.ts";
import type { ScriptStep } from "./script-step.ts";

/** What the model was asked, copied when it was asked. */
export interface ScriptedRequest {
  readonly messages: readonly Message[];
  readonly tools?: readonly LlmToolDefinition[];
  /** Every option of the request; there is no provider that they could be sent to. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** A model that answers from a script. */
export interface ScriptedModel extends ModelPort {
  /** Every request so far, in order. */
  readonly requests: readonly ScriptedRequest[];
  /** Throws an `Error` when a step of the script was not used. */
  assertComplete(): void;
}

/**
 * A model that answers its nth request with the nth step, and fails with `script_exhausted` when they run out. Throws a
 * `TypeError` for what is no step.
 */
export function scripted(steps: readonly ScriptStep[], options: { readonly name?: string } = {}): ScriptedModel {
  checkSteps(steps, "scripted");
  checkOptions<{ readonly name?: string }>(options, { of: "scripted", rules: { name: aText } });
  const { name = "scripted" } = options;
  const requests: ScriptedRequest[] = [];
  return {
    name,
    requests,
    completionStream(params) {
      requests.push(snapshot(params));
      return playAnswer(stepAt(steps, requests.length), { name, signal: params.signal });
    },
    assertComplete() {
      const unused = steps.length - requests.length;
      if (unused > 0) throw new Error(`${unused} of ${steps.length} script steps were not used.`);
    },
  };
}

/** Under which name a step is played, and what stops it. */
export interface Playing {
  readonly name: string;
  readonly signal: AbortSignal | undefined;
}

function snapshot({ messages, tools, signal: _signal, ...options }: CompletionStreamParams): ScriptedRequest {
  const read = structuredClone({ messages, ...(tools === undefined ? {} : { tools }) });
  return Object.keys(options).length === 0 ? read : { ...read, options };
}

/** Steps are counted from 1. */
function stepAt(steps: readonly ScriptStep[], number: number): ScriptStep {
  const error: LlmError = { code: "script_exhausted", message: `script has no step ${number}` };
  return steps[number - 1] ?? { error };
}

/** Answers as a model would: piece by piece, and stopped by its signal. */
export function playAnswer(step: ScriptStep, playing: Playing): Completion {
  const deltas = new DeltaQueue<ChatDeltaEvent>();
  return { stream: deltas.stream, final: run(step, playing, deltas) };
}

async function run(
  step: ScriptStep,
  { name, signal }: Playing,
  deltas: DeltaQueue<ChatDeltaEvent>,
): Promise<LlmCompletionResult> {
  const shown: ChatDeltaEvent[] = [];
  for (const event of eventsOf(step)) {
    if (signal?.aborted === true) break;
    shown.push(event);
    deltas.push([event]);
    // A reader acts between two pieces, as with a real model.
    await Promise.resolve();
  }
  const result = signal?.aborted === true ? stopped(shown, name) : resultOf(step, name);
  if (result.finishReason === "error") deltas.push([{ type: "error", error: result.error }]);
  deltas.close();
  return result;
}

function stopped(shown: readonly ChatDeltaEvent[], model: string): LlmCompletionResult {
  const content = shown.map((event) => (event.type === "text_delta" ? event.delta : "")).join("");
  const error: LlmError = { code: "aborted", message: "The request was stopped." };
  return { message: { role: "assistant", content }, model, finishReason: "error", error };
}
