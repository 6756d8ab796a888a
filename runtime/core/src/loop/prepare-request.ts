import { untilAborted } from "../async/abort.ts";
import { asTools } from "../faces/as-tools.ts";
import { closeHistory } from "../journal/close-history.ts";
import type { Message } from "../model/messages.ts";
import { offers } from "../run/policy.ts";
import { lazy } from "../tool/lazy.ts";
import type { Tool } from "../tool/tool.ts";
import { checkStepChange } from "./check-step-change.ts";
import { type Offer, offerOf } from "./offer.ts";
import type { Run } from "./run.ts";
import { scrubMessage } from "./scrub-message.ts";
import { isAskedForWords, meanwhile } from "./step-notes.ts";
import type { StepRequest } from "./step-request.ts";
import type { StepChange } from "./tool-loop-config.ts";
import { trimHistory } from "./trim-history.ts";

const naming = lazy(() => import("../tool-search/naming-model.ts"));

/**
 * Before every model call: background results, what people said, a summary, shorter results, `prepareStep`,
 * `step_start`. Rejects with what `prepareStep` throws, and when an event cannot be stored.
 */
export async function prepareRequest(run: Run, carried: readonly Message[] = []): Promise<StepRequest> {
  const heard = [...carried, ...run.inbox.take()];
  const said = (await run.steering?.takeSaid(run)) ?? [];
  const news = [...heard, ...said.map(({ message }) => message)];
  await run.compaction?.compactWhenFull(run, news);
  shortenResults(run);
  const change = run.config.prepareStep && (await askForChange(run, news));
  // Only now: of a step that never begins, the journal knows no notes.
  const told = [...run.steered];
  run.steered = [];
  if (said.length > 0) told.push(...((await run.steering?.storeSaid(run, said)) ?? []));
  const added = (change?.notes ?? []).map((text) => scrubMessage(meanwhile(text), run.core.scrubber));
  const notes = [...heard, ...added];
  const replaced = change?.messages && (await makeLegal(run, [...change.messages, ...added]));
  for (const message of [...notes, ...told]) run.history.add(message);
  const registered = run.core.registry.tools();
  const { unlisted: before } = run.offer;
  const own = pointsAtKept(run) ? await run.cacheTools.tools() : [];
  const { active, unlisted, names, definitions } = offerTools(run, { tools: registered, ...change }, own);
  await run.emit("step_start", {
    step: run.step,
    activeTools: names,
    ...(unlisted !== before && { unlistedTools: unlisted.map(({ name }) => name) }),
    ...(replaced && { messages: replaced }),
    ...(notes.length > 0 && { notes }),
  });
  run.leftOver = [];
  const isApart = replaced !== undefined;
  const model = unlisted.length === 0 ? run.config.model : (await naming()).namingModel(run.config.model);
  const request = { model, messages: replaced ?? run.history.promise(), isApart, active, registered, definitions };
  // Asked for words, a small model would make the call again that it has the result of.
  if (isAskedForWords(run.history)) return { ...request, options: { toolChoice: "none" } };
  return run.finalAnswer?.askedIn(request) ?? request;
}

/** Replaces the oldest results by placeholders where all of them together are over their budget. */
function shortenResults({ config: { trim, model }, history, memory }: Run): void {
  if (trim === false) return;
  const budget = trim?.budgetTokens ?? defaultBudget(model.contextWindow);
  if (history.isOver(budget)) memory.reads.forgetAll(new Set(trimHistory(history, budget)));
}

/** Tokens: a quarter of the model's window, within bounds. */
function defaultBudget(contextWindow = Number.POSITIVE_INFINITY): number {
  return Math.min(100_000, Math.max(20_000, Math.floor(contextWindow / 4)));
}

/** What is changed for one step, with tools that can run. */
interface ToolChange extends StepChange {
  readonly tools?: readonly Tool[];
  readonly unlisted?: readonly Tool[];
}

/**
 * What `prepareStep` says of a step. Rejects with what it throws, and a `TypeError` for a change that would not be
 * made.
 */
async function askForChange({ config, history, step, core }: Run, news: readonly Message[]): Promise<ToolChange> {
  const { signal } = config;
  const messages = [...history.snapshot(), ...news];
  const change = await untilAborted(config.prepareStep?.({ step, messages, tools: core.registry.tools() }), signal);
  if (change === undefined) return {};
  checkStepChange(change);
  const { tools, unlisted, ...others } = change;
  return {
    ...others,
    ...(tools && { tools: await asTools(tools) }),
    ...(unlisted && { unlisted: await asTools(unlisted) }),
  };
}

/** A request that `prepareStep` put together is made legal like the caller's own messages. */
async function makeLegal(run: Run, given: readonly Message[]): Promise<readonly Message[]> {
  const { messages, warnings } = closeHistory(given);
  for (const message of warnings) await run.emit("warning", { code: "history_closed", message });
  return messages.map((message) => scrubMessage(message, run.core.scrubber));
}

function pointsAtKept({ cacheTools, history }: Run): boolean {
  return cacheTools.isOffered && history.pointsAtKept;
}

interface NamedTools {
  readonly tools: readonly Tool[];
  readonly unlisted?: readonly Tool[];
}

/**
 * The tools of this step: those that the policy offers, and behind them the two for outputs that the history points at.
 */
function offerTools(run: Run, named: NamedTools, own: readonly Tool[]): Offer {
  const { core, finalAnswer } = run;
  const isOffered = (tool: Tool) => offers(tool, core);
  const tools = named.tools.filter(isOffered);
  const unlisted = (named.unlisted ?? []).filter(isOffered);
  // Also where `prepareStep` chose the tools: the history names them.
  const missing = own.filter(({ name }) => tools.every((tool) => tool.name !== name));
  tools.push(...missing.map((tool) => core.registry.get(tool.name) ?? tool).filter(isOffered));
  run.offer = finalAnswer?.isAloneNow ? offerOf([], [], run.offer) : offerOf(tools, unlisted, run.offer);
  return run.offer;
}
