import {
  type CompactionLimits,
  type CompactionOptions,
  compactionOf,
  limitsOf,
} from "../compact/compaction-options.ts";
import { keptFacts } from "../compact/kept-facts.ts";
import { tokensIn } from "../compact/message-tokens.ts";
import { type Cut, hardCut, planCut } from "../compact/plan-cut.ts";
import { summaryMessage } from "../compact/summary-message.ts";
import { summaryRequest, writtenSummary } from "../compact/summary-request.ts";
import { SILENT } from "../journal/activity-sink.ts";
import type { Message } from "../model/messages.ts";
import type { CompletionStreamParams, LlmError } from "../model/model-port.ts";
import { isLasting } from "../tool/lasting-tool.ts";
import { askModel } from "./ask-model.ts";
import type { ModelAnswer } from "./call-model.ts";
import { contextTokens } from "./context-tokens.ts";
import type { Run } from "./run.ts";
import type { RunEnd } from "./step-end.ts";
import { replaced, trimHistory } from "./trim-history.ts";
import { StepWatch } from "./watch-step.ts";

/** A summary is worth its price where this share of the window goes, and another try where it has grown by as much. */
const LEAST_SHARE = 0.05;
/** The share of the window that all tool results together may take where no model helps. */
const TRIMMED_SHARE = 0.3;

/** What became of a compaction. */
export type Compacted =
  | { readonly ok: true; readonly tokensBefore: number; readonly tokensAfter: number }
  | { readonly ok: false; readonly error: LlmError | undefined };

/**
 * Before a step: puts a summary in the place of the older messages where the context is nearly full, with what is about
 * to come.
 */
export async function compactWhenFull(run: Run, coming: readonly Message[]): Promise<void> {
  const options = compactionOf(run.config.compaction);
  if (options === undefined) return;
  const limits = limitsOf(options, run.config.model);
  const used = contextTokens(run) + tokensIn(coming);
  if (!run.isOutgrown && used < Math.max(limits.fullTokens, run.compactsAbove)) return;
  const done = await compactRun(run, options, "full");
  if (done.ok || run.config.signal?.aborted) return;
  run.compactsAbove = used + limits.windowTokens * LEAST_SHARE;
  const budget = Math.floor(limits.windowTokens * TRIMMED_SHARE);
  if (run.history.isOver(budget)) run.memory.reads.forgetAll(new Set(trimHistory(run.history, budget)));
}

/** A run that does nothing else: what became of it, and how it ends. */
export async function compactByHand(
  run: Run,
  instructions: string | undefined,
): Promise<{ readonly done: Compacted; readonly end: RunEnd }> {
  const configured = compactionOf(run.config.compaction) ?? {};
  const done = await compactRun(run, { ...configured, ...(instructions && { instructions }) }, "asked");
  if (done.ok || done.error === undefined) return { done, end: { goesOn: false, stopReason: "stop" } };
  if (run.config.signal?.aborted) return { done, end: { goesOn: false, stopReason: "aborted" } };
  return { done, end: { goesOn: false, stopReason: "error", error: done.error } };
}

/** Puts a summary in the place of the older messages of a run, and stores it before anything hangs on it. */
async function compactRun(run: Run, options: CompactionOptions, why: "full" | "asked"): Promise<Compacted> {
  const limits = limitsOf(options, run.config.model);
  const messages = run.history.snapshot();
  const cut = cutOf(messages, limits, { isHard: why === "asked" || run.isOutgrown });
  if (cut === undefined) return { ok: false, error: undefined };
  // A request may end the process: all that came before it is stored by then.
  await run.core.activity.stored();
  const answer = await summarise(run, options, requestOf(run, { messages, cut, options, limits }));
  if (typeof answer === "string") return refused(run, { code: "internal", message: answer });
  const { completion } = answer;
  const text = completion.error === undefined ? writtenSummary(String(completion.message?.content ?? "")) : undefined;
  if (text === undefined) return refused(run, completion.error ?? EMPTY);
  const lasting = new Set(
    run.core.registry
      .tools()
      .filter(isLasting)
      .map(({ name }) => name),
  );
  const facts = keptFacts(messages, cut.to, { lasting, background: run.background });
  const summary = summaryMessage(run.core.scrubber.text(text.toWellFormed()), facts);
  const { usage } = completion;
  return store(run, { cut, messages: [summary, ...cut.kept], why, ...(usage && { usage }) });
}

const EMPTY: LlmError = { code: "internal", message: "The model wrote no summary." };

async function refused(run: Run, error: LlmError): Promise<Compacted> {
  if (run.config.signal?.aborted) return { ok: false, error };
  const message = `The older part of the conversation could not be summarised: ${error.message}`;
  await run.emit("warning", { code: "not_compacted", message: run.core.scrubber.text(message) });
  return { ok: false, error };
}

interface Summary {
  readonly cut: Cut;
  readonly messages: readonly Message[];
  readonly why: "full" | "asked";
  readonly usage?: NonNullable<ModelAnswer["completion"]["usage"]>;
}

async function store(run: Run, { cut: { from, to }, messages, why, usage }: Summary): Promise<Compacted> {
  const tokensBefore = contextTokens(run);
  const gone = run.history.snapshot().slice(from, to);
  const tokensAfter = Math.max(0, tokensBefore - tokensIn(gone) + tokensIn(messages));
  const told = usage === undefined ? {} : { usage };
  await run.emit("compacted", { messages, from, to, why, tokensBefore, tokensAfter, ...told });
  run.history = replaced(run.history, from, to, messages);
  run.counted = { tokens: tokensAfter, messages: run.history.length };
  const ids = gone.flatMap((message) => (message.role === "tool" ? [message.tool_call_id] : []));
  run.memory.reads.forgetAll(new Set(ids));
  return { ok: true, tokensBefore, tokensAfter };
}

/** Where a history is cut; hard where somebody asks, or the provider has said that it is too long. */
function cutOf(
  messages: readonly Message[],
  { windowTokens, keepTokens }: CompactionLimits,
  { isHard }: { readonly isHard: boolean },
): Cut | undefined {
  if (isHard) return hardCut(messages, keepTokens);
  return planCut(messages, { keepTokens, leastTokens: windowTokens * LEAST_SHARE });
}

interface Request {
  readonly messages: readonly Message[];
  readonly cut: Cut;
  readonly options: CompactionOptions;
  readonly limits: CompactionLimits;
}

function requestOf({ config }: Run, { messages, cut, options, limits }: Request): CompletionStreamParams {
  const { model = config.model, instructions } = options;
  const windowTokens = Math.min(model.contextWindow ?? limits.windowTokens, limits.windowTokens);
  return summaryRequest(messages.slice(cut.from, cut.to), { windowTokens, instructions, signal: config.signal });
}

/**
 * Counted and observed like any other model call of the run; what streams in is shown to nobody. A sentence where the
 * budget has no room for it.
 */
async function summarise(
  run: Run,
  options: CompactionOptions,
  params: CompletionStreamParams,
): Promise<ModelAnswer | string> {
  const { observer } = run.config;
  const model = options.model ?? run.config.model;
  const held = await run.budget?.hold(run, { model, params, isApart: true });
  if (typeof held === "string") return held;
  const watch = observer && new StepWatch(run, observer, params);
  // Another history before the same step is another summary: after a crash the engine has the one of before.
  const purpose = `compact:${tokensIn(run.history.snapshot())}`;
  const answer = await askModel(run, { model, params, held, activity: SILENT, watch, purpose });
  watch?.settled([]);
  return answer;
}

/** How providers say that a request is longer than their model can read. */
const TOO_LONG =
  /context.{0,3}(length|window|size)|maximum context|(prompt|input) is too long|too many (input )?tokens|exceeds? the (model's )?maximum/i;

/** Whether a model call failed because its context was too long. */
export function isTooLong(error: LlmError | undefined): boolean {
  return error?.code === "http" && (error.status === 413 || TOO_LONG.test(error.message.slice(0, 2_000)));
}
