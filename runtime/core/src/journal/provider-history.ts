import type { Message } from "../model/messages.ts";
import { failure } from "../result/failure.ts";
import { closeHistory } from "./close-history.ts";
import type { EventData, JournalEvent } from "./event.ts";
import { isWorthKeeping } from "./is-closed.ts";
import { mayHaveRun } from "./recorded-call.ts";
import { type RecordedRun, type RecordedStep, RunRecorder, recordedAnswer } from "./recorded-run.ts";

/** The history after the last run of these events, legal for every provider. */
export function providerHistory(events: Iterable<JournalEvent>): readonly Message[] {
  const recorder = new RunRecorder();
  for (const event of events) recorder.add(event);
  const last = recorder.last() ?? recorder.runs().at(-1);
  return last === undefined ? [] : closeHistory(historyOf(withUnknownEnds(last))).messages;
}

/** A call that had begun when its run broke off may have run: what is never answered is taken for skipped. */
function withUnknownEnds(run: RecordedRun): RecordedRun {
  const calls = new Map(run.calls);
  for (const [toolCallId, call] of run.calls) {
    if (call.end !== undefined || call.start === undefined || !mayHaveRun(call)) continue;
    const { toolName } = call.start;
    const result = failure({ code: "outcome_unknown", message: NOT_KNOWN, suggestion: "Check before you repeat it." });
    calls.set(toolCallId, { ...call, end: { toolCallId, toolName, success: false, result, durationMs: 0 } });
  }
  return { ...run, calls };
}

const NOT_KNOWN = "the run broke off while this call ran; whether it took effect is not known.";

/** Everything a run has in its history so far. */
export function historyOf(run: RecordedRun): Message[] {
  const all = [...run.input, ...run.steps.flatMap((step) => stepMessages(run, step)), ...run.steered];
  return run.compactions.reduce(compacted, all);
}

/** The same history with a summary in the place of what it summarises. */
function compacted(history: Message[], { from, to, messages }: EventData["compacted"]): Message[] {
  return [...history.slice(0, from), ...messages, ...history.slice(to)];
}

/**
 * What one step added: the loop's notes, what people said, the model's message, the answers to its calls in call order.
 */
export function stepMessages(run: RecordedRun, { notes, steered, message, partial }: RecordedStep): Message[] {
  const before = [...notes, ...steered];
  if (message === undefined) return partial && isWorthKeeping(partial) ? [...before, partial] : before;
  const answers = (message.tool_calls ?? []).flatMap((call) => {
    const end = run.calls.get(call.id)?.end;
    return end === undefined ? [] : [recordedAnswer(end, call)];
  });
  return [...before, ...(isWorthKeeping(message) ? [message] : []), ...answers];
}
