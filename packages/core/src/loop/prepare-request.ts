import { andThen, type MaybePromise } from "../async/and-then.ts";
import type { Message } from "../model/messages.ts";
import type { LlmOptions, LlmToolDefinition } from "../model/model-port.ts";
import { toolToSchema } from "../registry/tool-to-schema.ts";
import { offers } from "../run/policy.ts";
import type { SteerMessage } from "../steer/steer-queue.ts";
import { lazy } from "../tool/lazy.ts";
import type { Tool } from "../tool/tool.ts";
import type { Messages } from "./history.ts";
import type { Run } from "./run.ts";
import type { StepChange } from "./tool-loop-config.ts";

const later = lazy(() => import("./rare.ts"));

const compacting = lazy(() => import("../compact/compact-run.ts"));

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

/** Before every model call: background results, what people said, trimming, `prepareStep`, `step_start`. Throws what `prepareStep` throws. */
export async function prepareRequest(run: Run, carried: readonly Message[] = []): Promise<StepRequest> {
  const notes = [...carried, ...run.inbox.take()];
  const hears = run.config.steering !== undefined || run.steered.length > 0;
  const said = hears ? await saidBefore(run) : [];
  if (run.config.compaction)
    await (await compacting()).compactWhenFull(run, [...notes, ...said.map(({ message }) => message)]);
  const trimmed = trim(run);
  if (trimmed !== undefined) await trimmed;
  const { prepareStep } = run.config;
  const change =
    prepareStep === undefined
      ? NO_CHANGE
      : await (await later()).stepChange(run, prepareStep, [...notes, ...said.map(({ message }) => message)]);
  // Only now: of a step that never begins, the journal knows no notes.
  const told = hears ? await heard(run, said) : [];
  for (const message of [...notes, ...told]) run.history.add(message);
  const registered = run.core.registry.tools();
  const { answer } = run;
  const active = activeTools(run, change);
  if (run.cacheTools.isOffered && run.history.pointsAtKept) await (await later()).addCacheTools(run, active);
  if (answer?.isAloneNow) active.clear();
  const replaced =
    change.messages === undefined ? undefined : await (await later()).replacedMessages(run, change.messages);
  const stored = run.emit("step_start", {
    step: run.step,
    activeTools: [...active.keys()],
    ...(replaced === undefined ? {} : { messages: replaced }),
    ...(notes.length === 0 ? {} : { notes }),
  });
  if (stored !== undefined) await stored;
  run.leftOver = [];
  const messages = replaced ?? run.history.promise();
  const definitions = [...active.values()].map(toolToSchema);
  const request = { messages, active, registered, definitions };
  return answer?.askedIn(request) ?? request;
}

/** What people have said since the step before. */
function saidBefore(run: Run): MaybePromise<readonly SteerMessage[]> {
  const { steering } = run.config;
  return steering === undefined ? [] : andThen(later(), ({ takeSaid }) => takeSaid(run, steering));
}

/** The same as part of the run, behind what was stored of it before a crash. */
function heard(run: Run, said: readonly SteerMessage[]): MaybePromise<readonly Message[]> {
  const isSilent = said.length === 0 && run.steered.length === 0;
  return isSilent ? [] : andThen(later(), ({ storeSaid }) => storeSaid(run, said));
}

function trim(run: Run): Promise<void> | undefined {
  const { config, history } = run;
  if (config.trim === false) return undefined;
  const budget = config.trim?.budgetTokens ?? defaultBudget(config.model.contextWindow);
  return history.isOver(budget) ? trimTo(budget, run) : undefined;
}

async function trimTo(budget: number, { history, memory }: Run): Promise<void> {
  const { trimHistory } = await later();
  memory.reads.forgetAll(new Set(trimHistory(history, budget)));
}

/** Tokens: a quarter of the model's window, within bounds. */
function defaultBudget(contextWindow = Number.POSITIVE_INFINITY): number {
  return Math.min(100_000, Math.max(20_000, Math.floor(contextWindow / 4)));
}

const NO_CHANGE: StepChange = {};

function activeTools({ core }: Run, { tools }: StepChange): Map<string, Tool> {
  const active = new Map<string, Tool>();
  for (const tool of tools ?? core.registry.tools()) {
    if (offers(tool, core)) active.set(tool.name, tool);
  }
  return active;
}
