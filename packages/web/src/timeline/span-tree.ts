import { textIn } from "../server/frame.ts";
import { answerText, argumentsText, askedText, decisionText, problemText } from "./event-words.ts";
import { closeSpan, endSpan, momentOf, type Span, spanOf } from "./span.ts";
import type { TimelineEvent } from "./timeline-event.ts";

/** A run and what is open in it. */
interface OpenRun {
  readonly span: Span;
  step: Span | undefined;
  model: Span | undefined;
  readonly calls: Map<string, Span>;
  readonly questions: Map<string, Span>;
}

/** Puts events of a thread together: runs, in them steps, in them model calls and tool calls. */
export class SpanTree {
  readonly roots: Span[] = [];
  readonly #runs = new Map<string, OpenRun>();

  add(event: TimelineEvent): void {
    const { type } = event;
    if (type === "run_start") this.#begin(event);
    else if (type === "async_result") this.#late(event);
    else (HANDLERS.get(type) ?? addMoment)(this.#run(event), event);
  }

  #begin(event: TimelineEvent): OpenRun {
    const model = textIn(event.data, "model");
    const asked = askedText(event);
    const detail = [asked, model].filter((part) => part !== "").join(" · ");
    return this.#open(spanOf(event, { kind: "run", label: "Run", detail }), event.runId);
  }

  /** A run whose beginning is on an earlier page begins with what is there of it. */
  #run(event: TimelineEvent): OpenRun {
    const known = this.#runs.get(event.runId);
    if (known !== undefined) return known;
    const span = spanOf(event, { kind: "run", label: "Run", detail: "began earlier" });
    span.events.pop();
    return this.#open(span, event.runId);
  }

  #open(span: Span, runId: string): OpenRun {
    const run = { span, step: undefined, model: undefined, calls: new Map(), questions: new Map() };
    this.#runs.set(runId, run);
    this.roots.push(span);
    return run;
  }

  /** Background work may end after its run: it stands beside the runs then. */
  #late(event: TimelineEvent): void {
    const about = { kind: "tools", label: "Background result", detail: textIn(event.data, "toolName") } as const;
    const run = this.#runs.get(event.runId);
    const siblings = run === undefined ? this.roots : placeOf(run, event).children;
    siblings.push(momentOf(event, about));
  }
}

function beginStep(run: OpenRun, event: TimelineEvent): void {
  if (run.step !== undefined) closeSpan(run.step, event.time);
  const { step } = event.data;
  run.step = spanOf(event, { kind: "step", label: `Step ${typeof step === "number" ? step + 1 : ""}`.trim() });
  run.model = spanOf(event, { kind: "model", label: "Model" });
  run.step.children.push(run.model);
  run.span.children.push(run.step);
}

function endModel(run: OpenRun, event: TimelineEvent): void {
  if (run.model === undefined) {
    run.model = spanOf(event, { kind: "model", label: "Model" });
    run.model.events.pop();
    (run.step ?? run.span).children.push(run.model);
  }
  run.model.detail = answerText(event);
  endSpan(run.model, event);
}

function beginCall(run: OpenRun, event: TimelineEvent): void {
  const label = textIn(event.data, "toolName");
  const span = spanOf(event, { kind: "tools", label, detail: argumentsText(event) });
  const outer = event.parentId === undefined ? undefined : run.calls.get(event.parentId);
  (outer ?? run.step ?? run.span).children.push(span);
  run.calls.set(textIn(event.data, "toolCallId"), span);
}

function endCall(run: OpenRun, event: TimelineEvent): void {
  let call = run.calls.get(textIn(event.data, "toolCallId"));
  if (call === undefined) {
    beginCall(run, event);
    call = run.calls.get(textIn(event.data, "toolCallId"));
    call?.events.pop();
  }
  if (call === undefined) return;
  endSpan(call, event);
  call.hasFailed = event.data.success === false;
}

function ask(run: OpenRun, event: TimelineEvent): void {
  const about = { kind: "approvals", label: "Question", detail: textIn(event.data, "reason") } as const;
  const id = textIn(event.data, "approvalId");
  const known = run.questions.get(id);
  // After a restart the same question is asked again.
  if (known !== undefined && known.endedAt === undefined) {
    known.events.push(event);
    return;
  }
  const span = spanOf(event, about);
  run.questions.set(id, span);
  placeOf(run, event).children.push(span);
}

function decide(run: OpenRun, event: TimelineEvent): void {
  const question = run.questions.get(textIn(event.data, "approvalId"));
  if (question === undefined || event.data.ignored !== undefined) {
    placeOf(run, event).children.push(
      momentOf(event, { kind: "approvals", label: "Answer", detail: decisionText(event) }),
    );
    return;
  }
  question.detail = decisionText(event);
  question.hasFailed = event.data.approve !== true;
  endSpan(question, event);
}

function endRun(run: OpenRun, event: TimelineEvent): void {
  for (const span of [run.model, run.step, ...run.calls.values(), ...run.questions.values()]) {
    if (span !== undefined) closeSpan(span, event.time);
  }
  const reason = textIn(event.data, "stopReason");
  run.span.hasFailed = reason === "error";
  const ending = reason === "stop" || reason === "done" ? "" : reason.replaceAll("_", " ");
  run.span.detail = [ending, run.span.detail].filter((part) => part !== "").join(" · ");
  endSpan(run.span, event);
}

function endStep(run: OpenRun, event: TimelineEvent): void {
  if (run.step === undefined) run.span.events.push(event);
  else endSpan(run.step, event);
}

function addMoment(run: OpenRun, event: TimelineEvent): void {
  placeOf(run, event).children.push(moment(event));
}

const HANDLERS = new Map<string, (run: OpenRun, event: TimelineEvent) => void>([
  ["step_start", beginStep],
  ["assistant_message", endModel],
  ["tool_call_start", beginCall],
  ["tool_call_end", endCall],
  ["approval_request", ask],
  ["approval_decision", decide],
  ["step_end", endStep],
  ["done", endRun],
]);

/** What an event belongs to: its call, else the step. */
function placeOf(run: OpenRun, { parentId, data }: TimelineEvent): Span {
  const call = run.calls.get(textIn(data, "toolCallId")) ?? run.calls.get(parentId ?? "");
  return call ?? (run.step?.endedAt === undefined ? run.step : undefined) ?? run.span;
}

function moment(event: TimelineEvent): Span {
  if (event.type !== "error" && event.type !== "warning") {
    return momentOf(event, { kind: "other", label: event.type.replaceAll("_", " ") });
  }
  const label = event.type === "error" ? "Error" : "Warning";
  return { ...momentOf(event, { kind: "problems", label, detail: problemText(event) }), hasFailed: label === "Error" };
}
