import type { LlmToolCall, Message } from "../model/messages.ts";
import type { FinishReason, Usage } from "../model/model-port.ts";
import type { JournalEvent } from "./event.ts";
import { stepMessages } from "./provider-history.ts";
import { type RecordedRun, RunRecorder } from "./recorded-run.ts";

/** One step: what went in, what came out, which tools were active. */
export interface StepRecord {
  readonly step: number;
  readonly input: { readonly prompt: readonly Message[] };
  readonly output: { readonly content: readonly StepPart[]; readonly finishReason: string };
  readonly activeTools: readonly string[];
  readonly usage?: Usage;
}

/** A part of a step's output; the calls come before the text. */
export type StepPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool-call"; readonly toolCallId: string; readonly toolName: string; readonly input: unknown };

/** The steps of the last run of these events. */
export function stepRecords(events: Iterable<JournalEvent>): StepRecord[] {
  const recorder = new RunRecorder();
  for (const event of events) recorder.add(event);
  const run = recorder.last() ?? recorder.runs().at(-1);
  return run === undefined ? [] : recordsOf(run);
}

function recordsOf(run: RecordedRun): StepRecord[] {
  const history: Message[] = [...run.input];
  return run.steps.map((step) => {
    history.push(...step.notes, ...step.steered);
    const before = history.length;
    history.push(...stepMessages(run, { ...step, notes: [], steered: [] }));
    return {
      step: step.step,
      // Cut out of the shared history when read: a copy in every record would be quadratic.
      input: {
        get prompt() {
          return step.replaced ?? history.slice(0, before);
        },
      },
      output: { content: partsOf(step), finishReason: toUiFinishReason(step.finishReason ?? "error") },
      activeTools: step.activeTools,
      ...(step.usage === undefined ? {} : { usage: step.usage }),
    };
  });
}

function partsOf({ message: whole, partial }: RecordedRun["steps"][number]): StepPart[] {
  const message = whole ?? partial;
  if (message === undefined) return [];
  const calls = (message.tool_calls ?? []).map(callPart);
  return message.content === "" ? calls : [...calls, { type: "text", text: message.content }];
}

/** A call as steps show it. */
export function callPart({ id: toolCallId, function: { name, arguments: text } }: LlmToolCall): StepPart {
  const input: unknown = JSON.parse(text);
  return { type: "tool-call", toolCallId, toolName: name, input };
}

/** The port says `tool_calls`; step records and UI streams say `tool-calls`. */
export function toUiFinishReason(reason: FinishReason): string {
  return reason.replace("_", "-");
}
