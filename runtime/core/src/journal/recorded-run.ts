import type { AssistantMessage, LlmToolCall, Message, ToolMessage } from "../model/messages.ts";
import type { FinishReason, Usage } from "../model/model-port.ts";
import { usageSum } from "../model/usage.ts";
import { renderOutput } from "../result/render-output.ts";
import { toolMessage } from "../result/tool-message.ts";
import { isNoteOf } from "./background-note.ts";
import type { EventData, EventOf, JournalEvent } from "./event.ts";
import { type CallRecords, recordCall } from "./recorded-call.ts";

/** What a journal holds of one step. */
export interface RecordedStep {
  readonly step: number;
  readonly activeTools: readonly string[];
  /** Tools that could be called and were not told. */
  readonly unlistedTools: readonly string[];
  /** The request's own messages, where `prepareStep` replaced them. */
  readonly replaced?: readonly Message[];
  readonly notes: readonly Message[];
  /** What people said before it, behind the notes. */
  readonly steered: readonly Message[];
  /** What the model said once it had finished. */
  message?: AssistantMessage;
  /** What it had said when its call broke off, or when it was last looked at. */
  partial?: AssistantMessage;
  finishReason?: FinishReason;
  usage?: Usage;
  droppedCalls?: number;
  unreadable: readonly string[];
  ended: boolean;
}

/** One run as its events tell it. */
export interface RecordedRun extends CallRecords {
  readonly runId: string;
  readonly input: readonly Message[];
  /** The run only puts a summary in the place of its input. */
  readonly compact: EventData["run_start"]["compact"];
  readonly steps: RecordedStep[];
  /** What summaries stand in the place of, in their order. */
  readonly compactions: EventData["compacted"][];
  /** What people said and no step has heard yet. */
  steered: Message[];
  /** The ids of all that people said. */
  readonly steeredIds: string[];
  /** Results from the background that no model call has taken. */
  readonly unheard: EventData["async_result"][];
  /** What its calls have used on models of their own. */
  callUsage?: Usage;
  done?: EventData["done"];
}

/** Collects the runs of a conversation from its events, in the order they began. */
export class RunRecorder {
  readonly #runs = new Map<string, RecordedRun>();

  /** Forgets finished runs on the way when `openOnly` is given. */
  add(event: JournalEvent, options: { readonly openOnly?: boolean } = {}): void {
    if (event.type === "run_start") this.#begin(event);
    const run = this.#runs.get(event.runId);
    if (run === undefined) return;
    if (event.type === "done" && options.openOnly) this.#runs.delete(event.runId);
    else record(run, asOuter(run, event));
  }

  runs(): RecordedRun[] {
    return [...this.#runs.values()];
  }

  /** The last run that is no part of a call; undefined when there is none. */
  last(): RecordedRun | undefined {
    return this.runs().findLast(({ parentId }) => parentId === undefined);
  }

  #begin({ runId, parentId, data }: EventOf<"run_start">): void {
    const said = { steered: [], steeredIds: [], compactions: [] };
    const collected = { ...said, steps: [], calls: new Map(), subCalls: new Map(), unheard: [] };
    const { input, compact } = data;
    this.#runs.set(runId, { runId, parentId, input, compact, ...collected });
  }
}

/** What a program of the provider asks for are calls of the step. */
function asOuter(run: RecordedRun, event: JournalEvent): JournalEvent {
  const { message } = run.steps.at(-1) ?? {};
  if (event.parentId === undefined || message?.tool_calls === undefined) return event;
  const isOfStep = message.tool_calls.some(({ programId }) => programId === event.parentId);
  if (!isOfStep) return event;
  const { parentId: _program, ...outer } = event;
  return run.parentId === undefined ? outer : { ...outer, parentId: run.parentId };
}

function record(run: RecordedRun, event: JournalEvent): void {
  const step = run.steps.at(-1);
  switch (event.type) {
    case "step_start":
      recordStep(run, event.data);
      return;
    case "compacted":
      run.compactions.push(event.data);
      return;
    case "steered":
      run.steeredIds.push(event.data.messageId);
      run.steered.push(event.data.message);
      return;
    case "assistant_message":
      if (step !== undefined) recordMessage(step, event.data);
      return;
    case "step_end":
      if (step !== undefined) step.ended = true;
      return;
    case "async_result":
      if (event.data.deliver !== "user") run.unheard.push(event.data);
      return;
    case "done":
      run.done = event.data;
      return;
    case "tool_call_end":
      if (event.data.usage !== undefined) run.callUsage = usageSum(run.callUsage, event.data.usage);
      recordCall(run, event);
      return;
    default:
      recordCall(run, event);
  }
}

function recordMessage(step: RecordedStep, data: EventData["assistant_message"]): void {
  const { message, partial, unreadable = [], finishReason, usage, droppedCalls } = data;
  if (partial) step.partial = message;
  else step.message = message;
  const counts = { ...(usage && { usage }), ...(droppedCalls && { droppedCalls }) };
  Object.assign(step, { finishReason, unreadable, ...counts });
}

/** A step that began twice was cut off before its model answered: the second beginning counts. */
function recordStep(run: RecordedRun, data: EventData["step_start"]): void {
  const last = run.steps.at(-1);
  const again = last?.step === data.step && last.message === undefined ? run.steps.pop() : undefined;
  const { step, activeTools, unlistedTools = last?.unlistedTools ?? [], messages, notes = [] } = data;
  for (const note of notes) forget(run.unheard, note);
  run.steps.push({
    step,
    activeTools,
    unlistedTools,
    notes,
    steered: [...(again?.steered ?? []), ...run.steered],
    unreadable: [],
    ended: false,
    ...(messages === undefined ? {} : { replaced: messages }),
  });
  run.steered = [];
}

function forget(unheard: EventData["async_result"][], note: Message): void {
  const index = unheard.findIndex(({ toolName, toolCallId }) => isNoteOf(note, toolName, toolCallId));
  if (index >= 0) unheard.splice(index, 1);
}

/** The message that answered a call, from its recorded end. */
export function recordedAnswer(end: EventData["tool_call_end"], { programId }: LlmToolCall): ToolMessage {
  const { toolCallId, result, content } = end;
  return toolMessage({ toolCallId, content: content ?? renderOutput(result.output), result, programId });
}
