import type { Message } from "../model/messages.ts";
import { closeHistory } from "./close-history.ts";
import type { JournalEvent } from "./event.ts";
import { isWorthKeeping } from "./is-closed.ts";
import { type RecordedRun, type RecordedStep, RunRecorder, recordedAnswer } from "./recorded-run.ts";

/** The history after the last run of these events, legal for every provider. */
export function providerHistory(events: Iterable<JournalEvent>): readonly Message[] {
  const recorder = new RunRecorder();
  for (const event of events) recorder.add(event);
  const last = recorder.last() ?? recorder.runs().at(-1);
  return last === undefined ? [] : closeHistory(historyOf(last)).messages;
}

/** Everything a run has in its history so far. */
export function historyOf(run: RecordedRun): Message[] {
  return [...run.input, ...run.steps.flatMap((step) => stepMessages(run, step))];
}

/** What one step added: the loop's notes, the model's message, the answers to its calls in call order. */
export function stepMessages(run: RecordedRun, { notes, message, partial }: RecordedStep): Message[] {
  if (message === undefined) return partial && isWorthKeeping(partial) ? [...notes, partial] : [...notes];
  const ends = (message.tool_calls ?? []).map((call) => run.calls.get(call.id)?.end);
  const answers = ends.flatMap((end) => (end === undefined ? [] : [recordedAnswer(end)]));
  return [...notes, ...(isWorthKeeping(message) ? [message] : []), ...answers];
}
