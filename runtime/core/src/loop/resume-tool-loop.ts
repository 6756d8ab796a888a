import { untilStopped } from "../async/abort.ts";
import { PATIENCE_MS } from "../async/patience.ts";
import { backgroundNote } from "../journal/background-note.ts";
import type { EventData, JournalEvent } from "../journal/event.ts";
import { isWorthKeeping } from "../journal/is-closed.ts";
import type { Journal } from "../journal/journal.ts";
import { historyOf, stepMessages } from "../journal/provider-history.ts";
import { type RecordedRun, type RecordedStep, RunRecorder } from "../journal/recorded-run.ts";
import type { LlmError } from "../model/model-port.ts";
import { usageSum } from "../model/usage.ts";
import { outputText } from "../result/output-text.ts";
import { isThrown } from "../result/thrown.ts";
import type { InboxItem } from "../run/run-memory.ts";
import { earlyMessage } from "../secrets/early-scrubber.ts";
import { lazy } from "../tool/lazy.ts";
import { driveRun } from "./drive-run.ts";
import { notBegun } from "./not-begun.ts";
import { Run } from "./run.ts";
import { type ClosingStep, endStep } from "./run-step.ts";
import { settleRecorded } from "./settle-recorded.ts";
import { GOES_ON, type StepEnd } from "./step-end.ts";
import type { ToolLoopConfig, ToolLoopResult } from "./tool-loop-config.ts";
import { replaced } from "./trim-history.ts";

const compacting = lazy(() => import("./compact-run.ts"));

const UNREAD = "The journal could not be read before the run was stopped.";

/** See `resume.ts`. Never rejects. */
export async function resumeOpenRun(config: ToolLoopConfig): Promise<ToolLoopResult> {
  try {
    const recorded = await untilStopped(openRun(config?.activity?.journal), config?.signal, PATIENCE_MS.runJournal);
    if (recorded === undefined) return notBegun({ code: "journal_failed", message: UNREAD });
    if ("message" in recorded) return notBegun(recorded);
    const { runId, input, compact } = recorded.run;
    const { compactByHand } = compact === undefined ? {} : await compacting();
    const run = await Run.create({ config, messages: input, conversation: undefined, runId });
    run.isBegun = true;
    return await driveRun(run, async (): Promise<StepEnd> => {
      for (const { type, data, parentId } of recorded.calls) run.changes.hear(type, data, parentId);
      recallUsage(run, recorded.run);
      const end = await takeUpSteps(run, recorded.run);
      replaceSummarised(run, recorded.run);
      if (compactByHand === undefined || recorded.run.steps.length > 0) return end;
      if (recorded.run.compactions.length > 0) return { goesOn: false, stopReason: "stop" };
      return (await compactByHand(run, compact?.instructions)).end;
    });
  } catch (thrown) {
    // A configuration that cannot be used is the caller's to mend.
    const code = isThrown(thrown, TypeError) ? "invalid_options" : "internal";
    return notBegun({ code, message: earlyMessage(thrown, config?.secrets) });
  }
}

/** A run that has not ended, and the events of its calls, those inside other calls too. */
interface OpenRun {
  readonly run: RecordedRun;
  readonly calls: readonly JournalEvent[];
}

async function openRun(journal: Journal | undefined): Promise<OpenRun | LlmError> {
  if (journal === undefined) return { code: "invalid_options", message: NO_JOURNAL };
  const newest = journal.lastRun === undefined ? undefined : await openIn(journal.lastRun());
  return newest ?? (await openIn(journal.read())) ?? { code: "nothing_to_resume", message: NO_OPEN_RUN };
}

const NO_JOURNAL = "There is no journal: give config.activity a stream over the journal to resume.";
const NO_OPEN_RUN = "The journal holds no open run: all that began have ended, and runToolLoop begins another.";

async function openIn(events: AsyncIterable<JournalEvent>): Promise<OpenRun | undefined> {
  const recorder = new RunRecorder();
  const calls = new Map<string, JournalEvent[]>();
  for await (const event of events) {
    recorder.add(event, { openOnly: true });
    const { type, runId } = event;
    if (type === "run_start") calls.set(runId, []);
    if (type === "done") calls.delete(runId);
    if (type === "tool_call_start" || type === "tool_call_end") calls.get(runId)?.push(event);
  }
  const run = recorder.last();
  return run && { run, calls: calls.get(run.runId) ?? [] };
}

function replaceSummarised(run: Run, { compactions }: RecordedRun): void {
  for (const { from, to, messages } of compactions) run.history = replaced(run.history, from, to, messages);
}

/** Counts what the run has used before. */
function recallUsage(run: Run, { steps, compactions, callUsage }: RecordedRun): void {
  for (const { usage } of [...steps, ...compactions, { usage: callUsage }])
    if (usage !== undefined) run.usage = usageSum(run.usage, usage);
  run.budget?.ledger.recall(run.usage, run);
}

async function takeUpSteps(run: Run, recorded: RecordedRun): Promise<StepEnd> {
  for (const [id, { end }] of recorded.calls) if (end?.result.async) run.background.set(id, end.toolName);
  for (const result of recorded.unheard) run.inbox.add(unheard(result));
  for (const { notes } of recorded.steps) run.finalAnswer?.remember(notes);
  if (recorded.steeredIds.length > 0) await run.steering?.tellSent(run, recorded.steeredIds);
  const last = recorded.steps.at(-1);
  const finished = recorded.steps.filter((step) => step !== last);
  for (const step of finished) takeOver(run, recorded, step);
  run.steered = recorded.steered;
  run.leftOver = recorded.steered;
  // An engine may have the answer to the next step, also where the journal does not have its beginning yet.
  const isLastWord = last?.message !== undefined && (last.message.tool_calls ?? []).length === 0;
  run.isAnswered = run.config.durable !== undefined && !isLastWord;
  if (last === undefined) return GOES_ON;
  if (last.message === undefined) {
    run.step = last.step;
    run.steered = [...last.steered, ...recorded.steered];
    run.leftOver = [...stepMessages(recorded, last), ...recorded.steered];
    return { goesOn: true, notes: last.notes };
  }
  return endStep(run, await settleStep(run, recorded, last));
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

/** Brings the step that a crash cut off to its end. */
async function settleStep(run: Run, recorded: RecordedRun, step: RecordedStep): Promise<ClosingStep> {
  const { message } = step;
  countStep(run, step);
  run.step = step.step;
  for (const note of [...step.notes, ...step.steered]) run.history.add(note);
  if (message !== undefined && isWorthKeeping(message)) run.history.add(message);
  const settled = await settleRecorded(run, recorded, step);
  for (const call of settled) run.history.add(call.message);
  const { finishReason = "stop", droppedCalls = 0 } = step;
  return { completion: { finishReason, droppedCalls }, settled, recorded: step.ended };
}

function countStep(run: Run, { message }: RecordedStep): void {
  run.iterations += 1;
  if (message === undefined) return;
  run.content = message.content;
  for (const call of message.tool_calls ?? []) run.core.ids.reserve(call.id);
}
