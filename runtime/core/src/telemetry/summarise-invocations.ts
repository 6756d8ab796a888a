import { present } from "../json/present.ts";
import type { ModelObserver, ObservedModelCall } from "../loop/model-observer.ts";
import { mintId } from "../model/call-ids.ts";
import { checkCaller, type GraphLlmCaller, type LlmCaller } from "../model/llm-caller.ts";
import type { LlmCompletionResult } from "../model/model-port.ts";
import { PromptHasher } from "../model/prompt-hasher.ts";
import { checkOptions } from "../options/check-options.ts";
import { aFunction, anObject, withFunctions } from "../options/option-rules.ts";
import type { SettledCall } from "../run/call-states.ts";
import type { Logger } from "../tool/logger.ts";
import { type InvocationSummary, partsOfName, type SummarisedToolCall } from "./invocation-summary.ts";
import type { SummarySink } from "./summary-sink.ts";

/** Options of {@link summariseInvocations}. */
export interface SummariesOptions {
  readonly sink: SummarySink;
  /** On whose behalf the models are called; stands in every summary. */
  readonly caller?: LlmCaller | GraphLlmCaller;
  /** Told of a sink that fails. Default: the console. */
  readonly logger?: Pick<Logger, "error">;
}

/** The `observer` of a loop's configuration, and when everything it saw is written. */
export interface InvocationSummaries {
  readonly observer: ModelObserver;
  /** Resolves when every model call that has ended is in the sink. Never rejects. */
  idle(): Promise<void>;
}

/**
 * Writes one summary per model call, also when it failed, as soon as the calls it asked for have ended.
 * Throws a `TypeError` for options that cannot be, and for a caller that names a graph by halves.
 */
export function summariseInvocations(options: SummariesOptions): InvocationSummaries {
  checkOptions<SummariesOptions>(options, {
    of: "summariseInvocations",
    rules: {
      sink: { form: "a function (summary), such as jsonLinesSink(write)", fits: aFunction.fits },
      caller: anObject,
      logger: withFunctions("a logger: { error(message, fields) }", "error"),
    },
    needed: ["sink"],
  });
  const { sink, caller, logger = console } = options;
  const about = caller === undefined ? {} : callerFields(checkCaller(caller));
  const hasher = new PromptHasher();
  const writing = new Set<Promise<void>>();
  const write = (made: () => Promise<InvocationSummary>) => {
    const written = writeOne(made).then(() => void writing.delete(written));
    writing.add(written);
  };
  const writeOne = async (made: () => Promise<InvocationSummary>) => {
    try {
      await sink(await made());
    } catch (error) {
      await tellOf(error, logger);
    }
  };
  return {
    observer: (call) => watch(call, { about, hasher, write }),
    idle: async () => {
      while (writing.size > 0) await Promise.all(writing);
    },
  };
}

async function tellOf(error: unknown, logger: Pick<Logger, "error">): Promise<void> {
  try {
    await logger.error("An invocation summary could not be written", { error });
  } catch {
    // A logger that fails has nowhere to say so.
  }
}

type CallerFields = Pick<InvocationSummary, "requestId" | "traceId" | "graphRunId" | "graphName" | "graphVersion">;

/** A caller may carry more than a summary should hold. */
function callerFields({ requestId, traceId, ...graph }: LlmCaller | GraphLlmCaller): CallerFields {
  const { graphRunId, graphName, graphVersion } = graph;
  return { requestId, ...present({ traceId, graphRunId, graphName, graphVersion }) };
}

interface Summaries {
  readonly about: CallerFields;
  readonly hasher: PromptHasher;
  readonly write: (made: () => Promise<InvocationSummary>) => void;
}

function watch(call: ObservedModelCall, { about, hasher, write }: Summaries) {
  const began = { startedAt: Date.now(), tick: performance.now() };
  const hash = hashOf(hasher, call);
  let ended: { readonly completion: LlmCompletionResult; readonly latencyMs: number } | undefined;
  return {
    ended(completion: LlmCompletionResult) {
      ended = { completion, latencyMs: Math.round(performance.now() - began.tick) };
    },
    settled(calls: readonly SettledCall[]) {
      if (ended === undefined) return;
      const known = { ...about, ...originOf(call), startedAt: began.startedAt, ...endOf(ended.completion, calls) };
      const { latencyMs } = ended;
      write(async () => ({ invocationId: mintId(16), promptHash: await hash, latencyMs, ...known }));
    },
  };
}

/**
 * Made before the model is called. A request that cannot be hashed is no reason to stop its call: only its summary is
 * not written.
 */
function hashOf(hasher: PromptHasher, { params, model }: ObservedModelCall): Promise<string> {
  const hash = (async () => hasher.hash({ ...params, model: partsOfName(model).model }))();
  hash.catch(() => undefined);
  return hash;
}

function originOf({ runId, step, conversation, model }: ObservedModelCall) {
  return { runId, step, conversation, ...partsOfName(model) };
}

function endOf(completion: LlmCompletionResult, calls: readonly SettledCall[]) {
  const { model, finishReason, error, usage, toolCalls } = completion;
  return {
    resolvedModel: model,
    status: error === undefined ? ("success" as const) : ("error" as const),
    finishReason,
    ...present({ errorCode: error?.code, usage }),
    toolCallCount: toolCalls?.length ?? 0,
    toolCalls: calls.map(summarised),
  };
}

function summarised({ toolCallId, toolName, durationMs, result }: SettledCall): SummarisedToolCall {
  const { error, isError } = result;
  const call = { toolCallId, toolName, latencyMs: durationMs };
  return error === undefined || !isError ? call : { ...call, errorCode: error.code };
}
