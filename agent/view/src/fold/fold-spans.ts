import { usageOf } from "../frames/frame.ts";
import { isStored } from "../frames/is-stored.ts";
import { fieldIn, isFields, numberIn, textIn } from "../wire/fields.ts";
import { timelineTexts } from "../words/timeline.ts";
import {
  answerText,
  argumentsText,
  askedText,
  compactedText,
  decisionText,
  joined,
  problemText,
  retryText,
  saidText,
} from "./event-words.ts";
import { closeSpan, endSpan, momentOf, type Span, type SpanEvent, spanOf } from "./span.ts";

/**
 * What happened, as a tree of time: runs, in them steps, in them model calls and tool calls. Events have to be in
 * order.
 */
export function foldSpans<E extends SpanEvent>(events: Iterable<E>): readonly Span<E>[] {
  const tree = new SpanTree<E>();
  for (const event of events) tree.add(event);
  return tree.roots;
}

/** A run and what is open in it. */
interface OpenRun<E extends SpanEvent> {
  readonly span: Span<E>;
  step: Span<E> | undefined;
  model: Span<E> | undefined;
  readonly calls: Map<string, Span<E>>;
  readonly questions: Map<string, Span<E>>;
}

class SpanTree<E extends SpanEvent> {
  readonly roots: Span<E>[] = [];
  readonly #runs = new Map<string, OpenRun<E>>();
  /** Every call, for the runs of agents that it starts. */
  readonly #calls = new Map<string, Span<E>>();

  add(event: E): void {
    const { type } = event;
    // A tree of stored events is the same as one of live events.
    if (!isStored(event)) return;
    if (type === "run_start") this.#begin(event);
    else if (type === "async_result") this.#late(event);
    else this.#take(event);
  }

  #take(event: E): void {
    const run = this.#run(event);
    addTo(run, event);
    if (event.type !== "tool_call_start") return;
    const toolCallId = textIn(event.data, "toolCallId") ?? "";
    const call = run.calls.get(toolCallId);
    if (call !== undefined) this.#calls.set(toolCallId, call);
  }

  #begin(event: E): void {
    const detail = joined([askedText(event), textIn(event.data, "model") ?? ""]);
    const outer = event.parentId === undefined ? undefined : this.#calls.get(event.parentId);
    const label = outer === undefined ? timelineTexts.run : timelineTexts.agent;
    this.#open(spanOf(event, { kind: "run", label, detail }), event.runId, outer?.children);
  }

  /** A run whose beginning is on an earlier page begins with what is there of it. */
  #run(event: E): OpenRun<E> {
    const known = this.#runs.get(event.runId);
    if (known !== undefined) return known;
    const span = spanOf(event, { kind: "run", label: timelineTexts.run, detail: timelineTexts.beganEarlier });
    span.events.pop();
    return this.#open(span, event.runId);
  }

  #open(span: Span<E>, runId: string, siblings: Span<E>[] = this.roots): OpenRun<E> {
    const run = { span, step: undefined, model: undefined, calls: new Map(), questions: new Map() };
    this.#runs.set(runId, run);
    siblings.push(span);
    return run;
  }

  /** Background work may end after its run: it stands beside the runs then. */
  #late(event: E): void {
    const detail = textIn(event.data, "toolName") ?? "";
    const run = this.#runs.get(event.runId);
    const siblings = run === undefined ? this.roots : placeOf(run, event).children;
    const late = momentOf(event, { kind: "tools", label: timelineTexts.backgroundResult, detail });
    addUsage(late, event);
    siblings.push(late);
  }
}

function addTo<E extends SpanEvent>(run: OpenRun<E>, event: E): void {
  const { type } = event;
  if (type === "step_start") beginStep(run, event);
  else if (type === "assistant_message") endModel(run, event);
  else if (type === "model_retrying") beginRetry(run, event);
  else if (type === "tool_call_start") beginCall(run, event);
  else if (type === "tool_call_running") tellWait(run, event);
  else if (type === "tool_call_end") endCall(run, event);
  else if (type === "approval_request") ask(run, event);
  else if (type === "approval_decision") decide(run, event);
  else if (type === "step_end") endStep(run, event);
  else if (type === "done") endRun(run, event);
  else placeOf(run, event).children.push(moment(event));
}

function beginStep<E extends SpanEvent>(run: OpenRun<E>, event: E): void {
  if (run.step !== undefined) closeSpan(run.step, event.time);
  const step = numberIn(event.data, "step");
  run.step = spanOf(event, { kind: "step", label: timelineTexts.step(step === undefined ? undefined : step + 1) });
  run.model = spanOf(event, { kind: "model", label: timelineTexts.model });
  run.step.children.push(run.model);
  run.span.children.push(run.step);
}

function endModel<E extends SpanEvent>(run: OpenRun<E>, event: E): void {
  if (run.model === undefined) {
    run.model = spanOf(event, { kind: "model", label: timelineTexts.model });
    run.model.events.pop();
    (run.step ?? run.span).children.push(run.model);
  }
  run.model.detail = answerText(event);
  addUsage(run.model, event);
  const firstTokenMs = numberIn(event.data, "firstTokenMs");
  if (firstTokenMs !== undefined) run.model.firstTokenMs = firstTokenMs;
  // What is stored while an answer still streams is not its end.
  if (fieldIn(event.data, "partial") === true) run.model.events.push(event);
  else endSpan(run.model, event);
}

/** It takes the time that is to be waited. A summary is asked for between the model calls of steps. */
function beginRetry<E extends SpanEvent>(run: OpenRun<E>, event: E): void {
  const span = spanOf(event, { kind: "problems", label: timelineTexts.retry, detail: retryText(event) });
  closeSpan(span, event.time + (numberIn(event.data, "delayMs") ?? 0));
  const model = run.model?.endedAt === undefined ? run.model : undefined;
  (model ?? placeOf(run, event)).children.push(span);
}

function withUsage<E extends SpanEvent>(span: Span<E>, event: E): Span<E> {
  addUsage(span, event);
  return span;
}

function addUsage<E extends SpanEvent>(span: Span<E>, { data }: E): void {
  const usage = fieldIn(data, "usage");
  if (isFields(usage)) span.usage = usageOf(usage);
}

function beginCall<E extends SpanEvent>(run: OpenRun<E>, event: E): Span<E> {
  const asked = run.calls.get(textIn(event.data, "toolCallId") ?? "");
  if (asked?.events.every(({ type }) => type === "approval_request")) {
    asked.detail = argumentsText(event);
    asked.events.push(event);
    return asked;
  }
  const label = textIn(event.data, "toolName") ?? "";
  const span = spanOf(event, { kind: "tools", label, detail: argumentsText(event) });
  const outer = event.parentId === undefined ? undefined : run.calls.get(event.parentId);
  (outer ?? run.step ?? run.span).children.push(span);
  run.calls.set(textIn(event.data, "toolCallId") ?? "", span);
  return span;
}

/** That a call began to run is stored only where it had to wait. */
function tellWait<E extends SpanEvent>(run: OpenRun<E>, event: E): void {
  const call = run.calls.get(textIn(event.data, "toolCallId") ?? "");
  if (call === undefined) return;
  call.children.push(momentOf(event, { kind: "other", label: timelineTexts.started }));
}

function endCall<E extends SpanEvent>(run: OpenRun<E>, event: E): void {
  let call = run.calls.get(textIn(event.data, "toolCallId") ?? "");
  if (call === undefined) {
    call = beginCall(run, event);
    call.events.pop();
  }
  endSpan(call, event);
  call.hasFailed = fieldIn(event.data, "success") === false;
}

function ask<E extends SpanEvent>(run: OpenRun<E>, event: E): void {
  const id = textIn(event.data, "approvalId") ?? "";
  const known = run.questions.get(id);
  // After a restart the same question is asked again.
  if (known !== undefined && known.endedAt === undefined) {
    known.events.push(event);
    return;
  }
  const span = spanOf(event, {
    kind: "approvals",
    label: timelineTexts.question,
    detail: textIn(event.data, "reason") ?? "",
  });
  run.questions.set(id, span);
  // The questions of a step are asked together, before all of its calls have begun.
  const call = run.calls.get(textIn(event.data, "toolCallId") ?? "") ?? beginCall(run, event);
  call.children.push(span);
}

function decide<E extends SpanEvent>(run: OpenRun<E>, event: E): void {
  const approvalId = textIn(event.data, "approvalId") ?? "";
  // An answer that allowed another call, about which nobody was asked.
  const isOther = textIn(event.data, "allowedBy") === approvalId;
  const question = isOther ? undefined : run.questions.get(approvalId);
  if (question === undefined || fieldIn(event.data, "ignored") !== undefined) {
    const about = { kind: "approvals", label: timelineTexts.answer, detail: decisionText(event) } as const;
    placeOf(run, event).children.push(momentOf(event, about));
    return;
  }
  question.detail = decisionText(event);
  question.hasFailed = fieldIn(event.data, "approve") !== true;
  endSpan(question, event);
}

function endRun<E extends SpanEvent>(run: OpenRun<E>, event: E): void {
  for (const span of [run.model, run.step, ...run.calls.values(), ...run.questions.values()]) {
    if (span !== undefined) closeSpan(span, event.time);
  }
  const reason = textIn(event.data, "stopReason") ?? "";
  run.span.hasFailed = reason === "error";
  const ending = reason === "stop" || reason === "done" ? "" : reason.replaceAll("_", " ");
  run.span.detail = joined([ending, run.span.detail]);
  addUsage(run.span, event);
  endSpan(run.span, event);
}

function endStep<E extends SpanEvent>(run: OpenRun<E>, event: E): void {
  if (run.model !== undefined) closeSpan(run.model, event.time);
  if (run.step === undefined) run.span.events.push(event);
  else endSpan(run.step, event);
}

/** What an event belongs to: its call, else the step. */
function placeOf<E extends SpanEvent>(run: OpenRun<E>, { parentId, data }: E): Span<E> {
  const call = run.calls.get(textIn(data, "toolCallId") ?? "") ?? run.calls.get(parentId ?? "");
  return call ?? (run.step?.endedAt === undefined ? run.step : undefined) ?? run.span;
}

function moment<E extends SpanEvent>(event: E): Span<E> {
  if (event.type === "compacted") {
    return withUsage(
      momentOf(event, { kind: "model", label: timelineTexts.summary, detail: compactedText(event) }),
      event,
    );
  }
  if (event.type === "steered") {
    return momentOf(event, { kind: "other", label: timelineTexts.message, detail: saidText(event) });
  }
  if (event.type !== "error" && event.type !== "warning") {
    return momentOf(event, { kind: "other", label: event.type.replaceAll("_", " ") });
  }
  const hasFailed = event.type === "error";
  const label = hasFailed ? timelineTexts.error : timelineTexts.warning;
  return { ...momentOf(event, { kind: "problems", label, detail: problemText(event) }), hasFailed };
}
