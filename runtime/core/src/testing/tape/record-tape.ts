import type { Json } from "../../json/json.ts";
import { present } from "../../json/present.ts";
import { around } from "../../model/around.ts";
import type { LlmToolCall, Message } from "../../model/messages.ts";
import type { ChatDeltaEvent, LlmCompletionResult, ModelPort } from "../../model/model-port.ts";
import { checkOptions } from "../../options/check-options.ts";
import { aModelPort } from "../../options/composed-rules.ts";
import { aFunction, withFunctions } from "../../options/option-rules.ts";
import type { Middleware } from "../../run/call-states.ts";
import { createScrubber } from "../../secrets/create-scrubber.ts";
import type { Scrubber } from "../../secrets/scrubber.ts";
import type { ScriptStep } from "../scripted/script-step.ts";
import { requestOf } from "./request-of.ts";
import { TAPE_VERSION, type TapeEntry } from "./tape-entry.ts";

/** Options of {@link recordTape}. */
export interface RecordOptions {
  readonly model: ModelPort;
  /** Takes one line of the tape, with its line break. */
  write(line: string): void;
  /** Masks secrets on the tape that the run is not told of. Default: the well-known shapes. */
  readonly scrubber?: Scrubber;
  /** The clock that is recorded. Default: the system's. */
  now?(): Date;
}

/** What goes into a loop's configuration so that its run is recorded. */
export interface TapeRecorder {
  readonly model: ModelPort;
  readonly around: Middleware;
  now(): Date;
}

/**
 * Records what a run gets from outside: the model's answers with their ids, the tools' results, the clock. A call that
 * ran out of time has no result to record, and one that goes on in the background has not all of it: played, such a
 * run fails at the next request. Throws a `TypeError` for options that cannot be.
 */
export function recordTape(options: RecordOptions): TapeRecorder {
  checkOptions<RecordOptions>(options, {
    of: "recordTape",
    rules: {
      model: aModelPort,
      write: { form: "a function that takes one line of the tape", fits: aFunction.fits },
      scrubber: withFunctions("a Scrubber: createScrubber(secrets)", "text", "json"),
      now: aFunction,
    },
    otherNames: {
      name: "model: recordTape({ model, write })",
      secrets: "scrubber: createScrubber(secrets)",
    },
    needed: ["model", "write"],
  });
  const { model, write, scrubber = createScrubber([]), now = systemTime } = options;
  // What the run keeps secret; a model is asked before the first tool is called.
  let ofRun: Scrubber | undefined;
  const put = (entry: TapeEntry) => {
    const json: Json = JSON.parse(JSON.stringify(entry));
    const masked = ofRun?.json(json) ?? json;
    write(`${JSON.stringify(scrubber.json(masked))}\n`);
  };
  const { name, contextWindow, takes, structuredOutput } = model;
  put({ kind: "tape", version: TAPE_VERSION, model: name, ...present({ contextWindow, takes, structuredOutput }) });
  return {
    model: recordedModel(model, put, (masking) => {
      ofRun = masking;
    }),
    around: async (call, next) => {
      const result = await next();
      put({ kind: "tool", name: call.tool.name, arguments: call.arguments, result });
      return result;
    },
    now: () => {
      const time = now();
      put({ kind: "clock", time: time.getTime() });
      return time;
    },
  };
}

function systemTime(): Date {
  return new Date();
}

function recordedModel(
  model: ModelPort,
  put: (entry: TapeEntry) => void,
  maskWith: (scrubber: Scrubber) => void,
): ModelPort {
  const ids = new Set<string>();
  return around(model, (params, context) => {
    if (context?.scrubber !== undefined) maskWith(context.scrubber);
    const request = requestOf(params);
    for (const id of idsOf(params.messages)) ids.add(id);
    const { stream, final } = model.completionStream(params, context);
    const reasoning: string[] = [];
    const recorded = final.then((completion) => {
      const named = withIds(completion, ids);
      put({ kind: "model", request, answer: answerOf(named, reasoning.join("")), model: named.model });
      return named;
    });
    return { stream: overheard(stream, reasoning), final: recorded };
  });
}

/** Calls of earlier runs: a loop gives no id twice in a conversation. */
function idsOf(messages: readonly Message[]): string[] {
  return messages.flatMap((message) =>
    message.role === "assistant" ? (message.tool_calls ?? []).map(({ id }) => id) : [],
  );
}

/** A call whose id cannot stand gets one here, so that the one on the tape is the one of the run. */
function withIds(completion: LlmCompletionResult, taken: Set<string>): LlmCompletionResult {
  if (completion.finishReason !== "tool_calls") return completion;
  const toolCalls = completion.toolCalls.map((call): LlmToolCall => {
    let { id } = call;
    while (id === "" || !id.isWellFormed() || taken.has(id)) id = crypto.randomUUID().replaceAll("-", "").slice(0, 9);
    taken.add(id);
    return { ...call, id };
  });
  return { ...completion, toolCalls, message: { ...completion.message, tool_calls: toolCalls } };
}

async function* overheard(stream: AsyncIterable<ChatDeltaEvent>, reasoning: string[]): AsyncGenerator<ChatDeltaEvent> {
  for await (const event of stream) {
    if (event.type === "reasoning_delta") reasoning.push(event.delta);
    yield event;
  }
}

function answerOf(completion: LlmCompletionResult, reasoning: string): ScriptStep {
  const { message, finishReason, usage, error, toolCalls, droppedCalls = 0 } = completion;
  const calls = (toolCalls ?? []).map(({ id, function: { name, arguments: text } }) => ({ id, name, arguments: text }));
  const dropped = Array.from({ length: toolCalls === undefined ? droppedCalls : 0 }, () => ({ name: "dropped" }));
  return {
    ...(message.content === "" ? {} : { text: message.content }),
    ...(reasoning === "" ? {} : { reasoning }),
    ...(calls.length + dropped.length === 0 ? {} : { toolCalls: [...calls, ...dropped] }),
    finishReason,
    ...present({ usage, error }),
  };
}
