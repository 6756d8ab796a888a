// A run's two kinds of steps on an engine: a call, and a model call. Loaded only where there is an engine.

import { untilStopped } from "../async/abort.ts";
import { PATIENCE_MS } from "../async/patience.ts";
import { toJson } from "../json/to-json.ts";
import type { ModelAnswer } from "../loop/call-model.ts";
import { asShown } from "../loop/shown-answer.ts";
import { WrittenSoFar } from "../loop/written-so-far.ts";
import type { LlmCompletionResult } from "../model/model-port.ts";
import type { Ended } from "../run/call-states.ts";
import { resultLost } from "../run/lost-result.ts";
import { isStepUnknown, outcomeUnknown } from "../run/outcome-unknown.ts";
import type { CarriedCall } from "../run/run-memory.ts";
import { decodeArguments } from "../schema/decode/decode-arguments.ts";
import type { Scrubber } from "../secrets/scrubber.ts";
import type { DurableRun } from "./durable-run.ts";

const STOPPED: LlmCompletionResult = {
  message: { role: "assistant", content: "" },
  model: "",
  finishReason: "error",
  error: { code: "aborted", message: "The model call was stopped." },
};

/**
 * UTF-16 units of JSON that an engine is given of one result. Of a longer one it keeps what the model reads, with the
 * ref to all of it.
 */
const MOST_KEPT = 64 * 1024;

/** Of a result that a tool that replays is given again. */
const MOST_REPLAYED = 256 * 1024;

/** A call as a step: what it came to in an earlier attempt, or now. Rejects when an event cannot be stored. */
export async function callStep(durable: DurableRun, call: CarriedCall): Promise<Ended> {
  const { authorised, work } = call;
  const policy = authorised.tool.effects.idempotent ? "repeatable" : "once";
  let here: Ended | undefined;
  const keep = async () => {
    const ended = await work();
    const kept = await keptOf(ended, call);
    here = kept.ended;
    return kept.text;
  };
  try {
    const kept = durable.step(authorised.toolCallId, keep, policy);
    const text = await untilStopped(kept, call.signal, PATIENCE_MS.engine);
    if (here !== undefined) return here;
    if (text === undefined) return outcomeUnknown();
    return text === LOST
      ? resultLost({ toolCallId: authorised.toolCallId, toolName: authorised.tool.name })
      : { stop: undefined, ...JSON.parse(text) };
  } catch (error) {
    if (isStepUnknown(error)) return outcomeUnknown();
    throw error;
  }
}

/** Of a result that a tool that replays would need whole, and that is too long to be kept. */
const LOST = "lost";

interface Kept {
  readonly ended: Ended;
  readonly text: string;
}

/** A long output goes where long outputs are kept, before the engine hears of it. */
async function keptOf(ended: Ended, { messageOf, isReplayed }: CarriedCall): Promise<Kept> {
  const text = textOf(ended);
  if (text.length <= (isReplayed ? MOST_REPLAYED : MOST_KEPT)) return { ended, text };
  if (isReplayed) return { ended, text: LOST };
  const { result, view, content } = await messageOf(ended.result);
  const output = typeof content === "string" ? ({ type: "text", text: content } as const) : view.output;
  return { ended: { ...ended, result }, text: textOf({ ...ended, result: { ...view, output } }) };
}

/** The exception behind a failure stays in its process. */
function textOf({ result, ...ended }: Ended): string {
  const { error } = result;
  if (error?.cause === undefined) return JSON.stringify({ ...ended, result });
  const { cause: _, ...told } = error;
  return JSON.stringify({ ...ended, result: { ...result, error: told } });
}

/** A model call of a run that an engine carries. */
export interface DurableModelCall {
  readonly durable: DurableRun;
  /** The number of its step. */
  readonly step: number;
  /** What it is for. Default: the step's answer. */
  readonly purpose?: string;
  readonly scrubber: Scrubber;
  /** Aborted when the run is stopped. */
  readonly signal: AbortSignal | undefined;
  /** Never rejects. */
  readonly call: () => Promise<ModelAnswer>;
}

/** What the engine keeps of an answer. */
interface KeptAnswer {
  readonly completion: LlmCompletionResult;
  readonly reasoning: string;
  readonly firstTokenMs?: number | undefined;
}

/**
 * A model call as a step. An answer that failed, or that a secret stands in, is not kept: a later attempt asks again.
 */
export async function modelStep({
  durable,
  step,
  purpose = "model",
  scrubber,
  signal,
  call,
}: DurableModelCall): Promise<ModelAnswer> {
  let here: ModelAnswer | undefined;
  const keep = async () => {
    here = await call();
    const { completion, shown } = here;
    if (completion.error !== undefined) return "";
    const { written, firstTokenMs } = shown ?? {};
    const kept: KeptAnswer = { completion, reasoning: written?.reasoning ?? "", firstTokenMs };
    const text = JSON.stringify(kept);
    return text.length <= MOST_KEPT && isClean(kept, scrubber) ? text : "";
  };
  const kept = durable.step(`${purpose}:${step}`, keep, "repeatable");
  const text = await untilStopped(kept, signal, PATIENCE_MS.engine);
  if (here !== undefined) return here;
  if (text === undefined) return { completion: STOPPED, shown: undefined };
  if (text === "") return call();
  return answerOf(JSON.parse(text));
}

/** An answer that was not heard here. */
function answerOf({ completion, reasoning, firstTokenMs }: KeptAnswer): ModelAnswer {
  const written = new WrittenSoFar();
  const { content } = completion.message;
  for (const [type, text] of [
    ["reasoning", reasoning],
    ["text", content ?? ""],
  ] as const) {
    if (text === "") continue;
    written.came(type, text);
    written.add(type, text);
  }
  const heard = { written, firstTokenMs };
  return { completion, shown: { ...heard, close: (closed) => asShown(heard, closed) } };
}

/** Arguments are JSON within JSON: a secret in them is looked for where its escapes are read. */
function isClean(kept: KeptAnswer, scrubber: Scrubber): boolean {
  const { toolCalls = [], message } = kept.completion;
  const calls = [...toolCalls, ...(message.tool_calls ?? [])].map((call) => decodeArguments(call.function.arguments));
  const copy = toJson([kept, calls]);
  return copy.ok && scrubber.json(copy.value) === copy.value;
}
