import { untilAborted, untilStopped } from "../async/abort.ts";
import { PATIENCE_MS } from "../async/patience.ts";
import { backgroundNote } from "../journal/background-note.ts";
import type { EventData, JournalEvent } from "../journal/event.ts";
import { isWorthKeeping } from "../journal/is-closed.ts";
import type { Journal } from "../journal/journal.ts";
import { historyOf, stepMessages } from "../journal/provider-history.ts";
import { type RecordedRun, type RecordedStep, RunRecorder } from "../journal/recorded-run.ts";
import { outputText } from "../result/output-text.ts";
import type { InboxItem } from "../run/run-memory.ts";
import { earlyMessage } from "../secrets/early-scrubber.ts";
import { lazy } from "../tool/lazy.ts";
import type { Run } from "./run.ts";
import type { ClosingStep, StepEnd } from "./run-step.ts";
import { type OpenStep, settleRecorded } from "./settle-recorded.ts";
import type { ToolLoopConfig, ToolLoopResult } from "./tool-loop-config.ts";
import { replaced } from "./trim-history.ts";

const compacting = lazy(() => import("../compact/compact-run.ts"));

const UNREAD = "The journal could not be read before the run was stopped.";

/** What runs a loop. It is given, not imported: a page that loads the loop then gets it in one file. */
type Machinery = typeof import("./start-run.ts");

/** See `resume.ts`. Never rejects. */
export async function resumeToolLoop(config: ToolLoopConfig, machinery: Machinery): Promise<ToolLoopResult> {
  try {
    const recorded = await untilStopped(openRun(config?.activity?.journal), config?.signal, PATIENCE_MS.runJournal);
    if (recorded === undefined) return nothingToResume(UNREAD, "journal_failed");
    if (typeof recorded === "string") return nothingToResume(recorded);
    const { runId, input } = recorded;
    const run = await machinery.Run.create({ config, messages: input, conversation: undefined, runId });
    return await machinery.driveRun(run, () => takeUp(run, recorded, machinery));
  } catch (thrown) {
    return nothingToResume(earlyMessage(thrown, config?.secrets));
  }
}

async function openRun(journal: Journal | undefined): Promise<RecordedRun | string> {
  if (journal === undefined) return "There is no journal: give config.activity a stream over the journal to resume.";
  const newest = journal.lastRun === undefined ? undefined : await openIn(journal.lastRun());
  return newest ?? (await openIn(journal.read())) ?? "The journal holds no open run.";
}

async function openIn(events: AsyncIterable<JournalEvent>): Promise<RecordedRun | undefined> {
  const recorder = new RunRecorder();
  for await (const event of events) recorder.add(event, { openOnly: true });
  return recorder.last();
}

function nothingToResume(message: string, code: "internal" | "journal_failed" = "internal"): ToolLoopResult {
  const usage = { inputTokens: 0, outputTokens: 0 };
  return { content: "", iterations: 0, stopReason: "error", usage, messages: [], error: { code, message } };
}

async function takeUp(run: Run, recorded: RecordedRun, machinery: Machinery): Promise<StepEnd> {
  const end = await takeUpSteps(run, recorded, machinery);
  for (const { from, to, messages, usage } of recorded.compactions) {
    run.history = replaced(run.history, from, to, messages);
    run.addUsage(usage);
  }
  const { compact, compactions, steps } = recorded;
  if (compact === undefined || steps.length > 0) return end;
  if (compactions.length > 0) return { goesOn: false, stopReason: "stop" };
  return (await (await compacting()).compactByHand(run, compact.instructions)).end;
}

async function takeUpSteps(run: Run, recorded: RecordedRun, machinery: Machinery): Promise<StepEnd> {
  for (const [id, { end }] of recorded.calls) if (end?.result.async) run.background.set(id, end.toolName);
  for (const result of recorded.unheard) run.inbox.add(unheard(result));
  for (const { notes } of recorded.steps) run.answer?.remember(notes);
  const { steering, signal } = run.config;
  if (recorded.steeredIds.length > 0) await untilAborted(steering?.sent(recorded.steeredIds), signal);
  const last = recorded.steps.at(-1);
  const finished = recorded.steps.filter((step) => step !== last);
  for (const step of finished) takeOver(run, recorded, step);
  run.steered = recorded.steered;
  run.leftOver = recorded.steered;
  // An engine may have the answer to the next step, also where the journal does not have its beginning yet.
  const isLastWord = last?.message !== undefined && (last.message.tool_calls ?? []).length === 0;
  run.isAnswered = run.config.durable !== undefined && !isLastWord;
  if (last === undefined) return { goesOn: true, notes: [] };
  if (last.message === undefined) {
    run.step = last.step;
    run.steered = [...last.steered, ...recorded.steered];
    run.leftOver = [...stepMessages(recorded, last), ...recorded.steered];
    return { goesOn: true, notes: last.notes };
  }
  return machinery.endStep(run, await settledStep(run, recorded, { step: last, skip: machinery.skipCall }));
}

function unheard({ toolCallId, toolName, result }: EventData["async_result"]): InboxItem {
  const text = outputText(result.output);
  const message = { role: "tool", tool_call_id: toolCallId, content: text } as const;
  const late = { toolCallId, toolName, result, message, durationMs: 0 };
  return { message: backgroundNote(toolName, toolCallId, text), late };
}

/** A step whose calls have all ended goes into the history as it stands. */
function takeOver(run: Run, recorded: RecordedRun, step: RecordedStep): void {
  countStep(run, step);
  for (const message of historyOf({ ...recorded, input: [], steps: [step], steered: [], compactions: [] }))
    run.history.add(message);
  if (step.droppedCalls) run.toldOfLength = true;
  run.step = step.step + 1;
}

async function settledStep(run: Run, recorded: RecordedRun, { step, skip }: OpenStep): Promise<ClosingStep> {
  const { message } = step;
  countStep(run, step);
  run.step = step.step;
  for (const note of [...step.notes, ...step.steered]) run.history.add(note);
  if (message !== undefined && isWorthKeeping(message)) run.history.add(message);
  const settled = await settleRecorded(run, recorded, { step, skip });
  for (const call of settled) run.history.add(call.message);
  const { finishReason = "stop", droppedCalls = 0 } = step;
  return { completion: { finishReason, droppedCalls }, settled, recorded: step.ended };
}

function countStep(run: Run, { message, usage }: RecordedStep): void {
  run.iterations += 1;
  run.addUsage(usage);
  if (message === undefined) return;
  run.content = message.content;
  for (const call of message.tool_calls ?? []) run.core.ids.reserve(call.id);
}
