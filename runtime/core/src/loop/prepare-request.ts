import { andThen, andThenWith, type MaybePromise } from "../async/and-then.ts";
import type { Message } from "../model/messages.ts";
import type { LlmOptions, LlmToolDefinition } from "../model/model-port.ts";
import { offers } from "../run/policy.ts";
import type { Tool } from "../tool/tool.ts";
import type { Messages } from "./history.ts";
import { later } from "./later.ts";
import { offerOf } from "./offer.ts";
import type { Run } from "./run.ts";

/** What one step sends. */
export interface StepRequest {
  readonly messages: Messages;
  readonly active: ReadonlyMap<string, Tool>;
  /** What the registry held when the step began. */
  readonly registered: readonly Tool[];
  readonly definitions: readonly LlmToolDefinition[];
  /** What the form of the final answer adds to those of the run. */
  readonly options?: LlmOptions;
}

/** Before every model call: background results, what people said, trimming, `prepareStep`, `step_start`. Throws or rejects with what `prepareStep` throws. */
export function prepareRequest(run: Run, carried: readonly Message[] = []): MaybePromise<StepRequest> {
  const late = run.inbox.take();
  const notes = late.length === 0 ? carried : [...carried, ...late];
  if (isAsBefore(run)) return withTools(run, { notes });
  return andThen(later(), async ({ changedStep }) => withTools(run, await changedStep(run, notes)));
}

/** What is new in a step. */
export interface NewStep {
  readonly notes: readonly Message[];
  /** What people said. */
  readonly told?: readonly Message[];
  /** The whole active set, where `prepareStep` names one. */
  readonly tools?: readonly Tool[] | undefined;
  /** What is sent in place of the history. */
  readonly replaced?: readonly Message[] | undefined;
}

/** A step that brings nothing but results: nothing of it has to be waited for. */
function isAsBefore(run: Run): boolean {
  const { compaction, prepareStep } = run.config;
  return !hears(run) && !compaction && prepareStep === undefined && excessOf(run) === undefined;
}

function withTools(run: Run, step: NewStep): MaybePromise<StepRequest> {
  const { history, cacheTools, core } = run;
  for (const message of step.notes) history.add(message);
  for (const message of step.told ?? []) history.add(message);
  const registered = core.registry.tools();
  const named = step.tools ?? registered;
  const offered = core.options.policy?.offers === undefined ? named : named.filter((tool) => offers(tool, core));
  const isCut = cacheTools.isOffered && history.pointsAtKept;
  const tools = isCut ? andThen(later(), ({ withCacheTools }) => withCacheTools(run, offered)) : offered;
  return andThen(tools, (tools) => announced(run, step, { registered, tools }));
}

/** The request, when its beginning is stored. */
function announced(
  run: Run,
  { notes, replaced }: NewStep,
  { registered, tools }: StepTools,
): MaybePromise<StepRequest> {
  const { answer } = run;
  const { names, active, definitions } = (run.offer = offerOf(answer?.isAloneNow ? [] : tools, run.offer));
  const data = { step: run.step, activeTools: names };
  const isUsual = replaced === undefined && notes.length === 0;
  const told = isUsual
    ? data
    : { ...data, ...(replaced && { messages: replaced }), ...(notes.length > 0 && { notes }) };
  return andThenWith(run.emit("step_start", told), begun, { run, replaced, active, registered, definitions });
}

/** A step whose beginning is stored. */
interface BegunStep extends Omit<StepRequest, "messages">, Pick<NewStep, "replaced"> {
  readonly run: Run;
}

function begun(_: unknown, { run, replaced, active, registered, definitions }: BegunStep): StepRequest {
  if (run.leftOver.length > 0) run.leftOver = [];
  const request = { messages: replaced ?? run.history.promise(), active, registered, definitions };
  return run.answer?.askedIn(request) ?? request;
}

interface StepTools {
  readonly registered: readonly Tool[];
  readonly tools: readonly Tool[];
}

/** Only there people can say something. */
export function hears({ config, steered }: Run): boolean {
  return config.steering !== undefined || steered.length > 0;
}

/** The budget of tokens that the results are over, if they are. */
export function excessOf({ config: { trim, model }, history }: Run): number | undefined {
  if (trim === false) return undefined;
  const budget = trim?.budgetTokens ?? defaultBudget(model.contextWindow);
  return history.isOver(budget) ? budget : undefined;
}

/** Tokens: a quarter of the model's window, within bounds. */
function defaultBudget(contextWindow = Number.POSITIVE_INFINITY): number {
  return Math.min(100_000, Math.max(20_000, Math.floor(contextWindow / 4)));
}
