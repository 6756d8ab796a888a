import { untilAborted } from "../async/abort.ts";
import type { Message } from "../model/messages.ts";
import type { LlmOptions, LlmToolDefinition } from "../model/model-port.ts";
import { toolToSchema } from "../registry/tool-to-schema.ts";
import { offers } from "../run/policy.ts";
import { lazy } from "../tool/lazy.ts";
import type { Tool } from "../tool/tool.ts";
import { legalHistory } from "./legal-history.ts";
import type { Run } from "./run.ts";
import { scrubMessage } from "./scrub-message.ts";
import type { PrepareStep, StepChange } from "./tool-loop-config.ts";

const later = lazy(() => import("./loaded-later.ts"));

/** What one step sends. */
export interface StepRequest {
  readonly messages: readonly Message[];
  readonly active: ReadonlyMap<string, Tool>;
  /** What the registry held when the step began. */
  readonly registered: readonly Tool[];
  readonly definitions: readonly LlmToolDefinition[];
  /** What the form of the final answer adds to those of the run. */
  readonly options?: LlmOptions;
}

/** Before every model call: background results, trimming, `prepareStep`, `step_start`. Throws what `prepareStep` throws. */
export async function prepareRequest(run: Run, carried: readonly Message[] = []): Promise<StepRequest> {
  const notes = [...carried, ...run.inbox.take()];
  const trimmed = trim(run);
  if (trimmed !== undefined) await trimmed;
  const { prepareStep } = run.config;
  const change = prepareStep === undefined ? NO_CHANGE : await stepChange(run, prepareStep, notes);
  // Only now: of a step that never begins, the journal knows no notes.
  for (const note of notes) run.history.add(note);
  const registered = run.core.registry.tools();
  const { answer } = run;
  const active = activeTools(run, change);
  if (run.cacheTools.isOffered && run.history.pointsAtKept) await addCacheTools(run, active);
  if (answer?.isAloneNow) active.clear();
  const replaced = change.messages === undefined ? undefined : await replacedMessages(run, change.messages);
  const stored = run.emit("step_start", {
    step: run.step,
    activeTools: [...active.keys()],
    ...(replaced === undefined ? {} : { messages: replaced }),
    ...(notes.length === 0 ? {} : { notes }),
  });
  if (stored !== undefined) await stored;
  run.leftOver = [];
  const messages = replaced ?? run.history.snapshot();
  const definitions = [...active.values()].map(toolToSchema);
  const request = { messages, active, registered, definitions };
  return answer?.askedIn(request) ?? request;
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

async function stepChange(run: Run, prepareStep: PrepareStep, notes: readonly Message[]): Promise<StepChange> {
  const { config, history, step, core } = run;
  const messages = [...history.snapshot(), ...notes];
  const prepared = prepareStep({ step, messages, tools: core.registry.tools() });
  const change = await untilAborted(prepared, config.signal);
  if (change === undefined) return NO_CHANGE;
  (await later()).checkStepChange(change);
  return change;
}

/** A request that `prepareStep` put together is made legal like the caller's own messages. */
async function replacedMessages(run: Run, messages: readonly Message[]): Promise<readonly Message[]> {
  const closed = await legalHistory(messages);
  for (const message of closed.warnings) await run.emit("warning", { code: "history_closed", message });
  return closed.messages.map((message) => scrubMessage(message, run.core.scrubber));
}

/** After all others, and also where `prepareStep` chose the tools: the history names them. */
async function addCacheTools({ core, cacheTools }: Run, active: Map<string, Tool>): Promise<void> {
  for (const tool of await cacheTools.tools()) {
    const own = core.registry.get(tool.name) ?? tool;
    if (!active.has(tool.name) && offers(own, core)) active.set(tool.name, own);
  }
}

function activeTools({ core }: Run, { tools }: StepChange): Map<string, Tool> {
  const active = new Map<string, Tool>();
  for (const tool of tools ?? core.registry.tools()) {
    if (offers(tool, core)) active.set(tool.name, tool);
  }
  return active;
}
