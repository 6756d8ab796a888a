import { untilAborted } from "../async/abort.ts";
import type { Message } from "../model/messages.ts";
import { offers } from "../run/policy.ts";
import { storeSaid, takeSaid } from "../steer/steering.ts";
import { lazy } from "../tool/lazy.ts";
import type { Tool } from "../tool/tool.ts";
import { checkStepChange } from "./check-config.ts";
import { legalHistory } from "./legal-history.ts";
import { excessOf, hears, type NewStep } from "./prepare-request.ts";
import type { Run } from "./run.ts";
import { scrubMessage } from "./scrub-message.ts";
import type { PrepareStep, StepChange } from "./tool-loop-config.ts";
import { trimHistory } from "./trim-history.ts";

const compacting = lazy(() => import("../compact/compact-run.ts"));

/** What a step brings beside results: what people said, a summary, shorter results, and what `prepareStep` says. */
export async function changedStep(run: Run, notes: readonly Message[]): Promise<NewStep> {
  const { compaction, prepareStep, steering } = run.config;
  const isHeard = hears(run);
  const said = steering === undefined ? [] : await takeSaid(run, steering);
  const news = [...notes, ...said.map(({ message }) => message)];
  if (compaction) await (await compacting()).compactWhenFull(run, news);
  const budget = excessOf(run);
  if (budget !== undefined) run.memory.reads.forgetAll(new Set(trimHistory(run.history, budget)));
  const { tools, messages } = prepareStep === undefined ? NO_CHANGE : await stepChange(run, prepareStep, news);
  // Only now: of a step that never begins, the journal knows no notes.
  const isSilent = !isHeard || (said.length === 0 && run.steered.length === 0);
  const told = isSilent ? [] : await storeSaid(run, said);
  const replaced = messages && (await replacedMessages(run, messages));
  return { notes, told, tools, replaced };
}

const NO_CHANGE: StepChange = {};

/** What `prepareStep` says of a step. Throws what it throws, and a `TypeError` for a change that would not be made. */
async function stepChange(run: Run, prepareStep: PrepareStep, notes: readonly Message[]): Promise<StepChange> {
  const { config, history, step, core } = run;
  const messages = notes.length === 0 ? history.snapshot() : [...history.snapshot(), ...notes];
  const prepared = prepareStep({ step, messages, tools: core.registry.tools() });
  const change = await untilAborted(prepared, config.signal);
  if (change === undefined) return {};
  checkStepChange(change);
  return change;
}

/** A request that `prepareStep` put together is made legal like the caller's own messages. */
async function replacedMessages(run: Run, messages: readonly Message[]): Promise<readonly Message[]> {
  const closed = await legalHistory(messages);
  for (const message of closed.warnings) await run.emit("warning", { code: "history_closed", message });
  return closed.messages.map((message) => scrubMessage(message, run.core.scrubber));
}

/** After all others, and also where `prepareStep` chose the tools: the history names them. */
export async function withCacheTools({ core, cacheTools }: Run, offered: readonly Tool[]): Promise<readonly Tool[]> {
  const made = await cacheTools.tools();
  const own = made.map((tool) => core.registry.get(tool.name) ?? tool);
  return [
    ...offered,
    ...own.filter(({ name }) => offered.every((tool) => tool.name !== name)).filter((tool) => offers(tool, core)),
  ];
}
