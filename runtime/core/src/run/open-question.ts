import { isAborted, untilAborted } from "../async/abort.ts";
import { Alarm } from "../async/alarm.ts";
import { monotonicMs } from "../async/monotonic.ts";
import type { ApprovalDecision, ApprovalRequest, IgnoredDecision, MoreCalls } from "../journal/event.ts";
import type { RecordedDecision } from "../journal/recorded-call.ts";
import { canonicalJson } from "../json/canonical-json.ts";
import { mintToken } from "../model/mint-token.ts";
import { aboutCall, answerFrom, notApproved } from "./answer.ts";
import type { ApprovalAnswer, Ended } from "./call-states.ts";
import { checkDecision, whyNotMore } from "./decision.ts";
import type { Approver } from "./policy.ts";
import { refuseHalted } from "./refusals.ts";
import type { ApprovalQuestion, InReplay, Scope } from "./scope.ts";

/**
 * Milliseconds in which whoever keeps answers tells what was said in time, where a question is asked again after its
 * time.
 */
const KNOWN_ANSWER_MS = 5_000;

/** A question that people were told of, until its answer. */
export class OpenQuestion {
  readonly asked: ApprovalRequest;
  readonly #question: ApprovalQuestion;
  readonly #approver: Approver;
  readonly #registered: unknown;
  /** Milliseconds since 1970. */
  #until: number;
  #isTimeUp = false;
  readonly #closing = new AbortController();
  #hearing: Promise<ApprovalAnswer | Ended> | undefined;
  /** What the answer came to; undefined while there is none. */
  answer: ApprovalAnswer | Ended | undefined;
  /** Called as soon as there is an answer, before anybody is told of it. */
  onAnswer: (() => void) | undefined;
  /** What its answer allows besides it. */
  more: MoreCalls | undefined;
  /** The answer to another question that may answer this one, and whether it did. */
  #other: { readonly approvalId: string; counts: boolean } | undefined;

  /** Stores the question, and tells it. Nobody is waited for yet. */
  static async tell(question: ApprovalQuestion, approver: Approver): Promise<OpenQuestion> {
    const told = new OpenQuestion(question, approver);
    const { scope } = question;
    await scope.activity.emit("approval_request", told.asked, aboutCall(scope));
    return told;
  }

  private constructor(question: ApprovalQuestion, approver: Approver) {
    this.#question = question;
    this.#approver = approver;
    this.asked = requestOf(question);
    this.#registered = question.scope.registry.get(question.read.tool.name);
    this.#until = heardUntil(this.asked, question.scope);
  }

  /** Waits for the answer; however often that is called, the approver is asked once. */
  hear(): Promise<ApprovalAnswer | Ended> {
    this.#hearing ??= this.#hear();
    return this.#hearing;
  }

  /** Takes the question back where nobody has answered it. */
  withdraw(): void {
    if (this.answer === undefined) this.#closing.abort();
  }

  /** Lets the answer to another question count for this one. False: this has one of its own, or is over. */
  async allow(approvalId: string): Promise<boolean> {
    const own = await this.#approver.takeBack?.(this.asked.approvalId);
    if (own !== undefined || this.#closing.signal.aborted) return false;
    const other = { approvalId, counts: false };
    this.#other = other;
    this.#closing.abort();
    await this.hear();
    return other.counts;
  }

  /** Whether this is still the question: the same tool, arguments, reason, reach and preview. */
  isStill(question: ApprovalQuestion): boolean {
    return question.read.tool === this.#question.read.tool && saysTheSame(factsOf(question), this.asked);
  }

  async #hear(): Promise<ApprovalAnswer | Ended> {
    const { asked } = this;
    const { scope, read } = this.#question;
    const decision = await this.#decision();
    // Of several answers the first that stops the step is the last that counts.
    const halted = refuseHalted(scope.halt);
    if (halted !== undefined) return halted;
    if (decision === undefined) return notApproved("The run was stopped while this call waited for approval.");
    const changed = scope.registry.get(read.tool.name) !== this.#registered;
    const ignored = changed ? "tool_changed" : this.#whyIgnored(decision);
    // Judged before anybody hears of it: a refusal stops the step at once.
    this.answer =
      ignored === undefined ? answerFrom(decision, asked.arguments, scope.halt) : notApproved(IGNORED[ignored]);
    this.onAnswer?.();
    if (ignored === undefined && decision.approve) this.more = decision.more;
    if (ignored === undefined && this.#other !== undefined) this.#other.counts = decision.allowedBy !== undefined;
    const recorded = { ...clean(decision, scope), toolCallId: read.toolCallId, ...(ignored && { ignored }) };
    await scope.activity.emit("approval_decision", recorded, aboutCall(scope));
    if (ignored === undefined) scope.approvals.use(asked.approvalId);
    return this.answer;
  }

  /** The answer; a refusal when the approver fails or time runs out; undefined when the question was taken back. */
  async #decision(): Promise<RecordedDecision | undefined> {
    const { asked } = this;
    const { approvalId, toolCallId } = asked;
    const { scope } = this.#question;
    if (isAborted(scope.signal)) return undefined;
    try {
      const said = await this.#said();
      if (said === undefined && isAborted(scope.signal)) return undefined;
      if (said === undefined && this.#other !== undefined)
        return { approvalId, approve: true, allowedBy: this.#other.approvalId };
      const kept = await this.#keptInTime();
      if (kept !== undefined) return fittingAnswer(kept, asked);
      if (said !== undefined) return fittingAnswer(said.answer, asked);
      return this.#isTimeUp ? { approvalId, approve: false, reason: IGNORED.expired } : undefined;
    } catch (error) {
      scope.logger.error("The approver failed", { toolCallId, error });
      return { approvalId, approve: false, reason: FAILED };
    }
  }

  /** What the approver says; undefined where the question was closed before. */
  async #said(): Promise<{ readonly answer: unknown } | undefined> {
    const { read, scope } = this.#question;
    const { signal } = this.#closing;
    const close = () => this.#closing.abort();
    const alarm = new Alarm();
    const timeUp = () => {
      this.#isTimeUp = true;
      close();
    };
    const due = { dueMs: monotonicMs() + this.#until - Date.now(), timeUp };
    if (this.#until !== Number.POSITIVE_INFINITY) alarm.add(due);
    scope.signal?.addEventListener("abort", close, { once: true });
    try {
      // A copy: what was asked and recorded stays what it is, whatever the approver does with it.
      const answer = await untilAborted(this.#approver.approve(structuredClone(this.asked), read.tool, signal), signal);
      return answer === undefined && signal.aborted ? undefined : { answer };
    } finally {
      alarm.delete(due);
      alarm.rest();
      scope.signal?.removeEventListener("abort", close);
      close();
    }
  }

  /** What an approver that keeps answers took in time, where the time is over by now. */
  async #keptInTime(): Promise<ApprovalDecision | undefined> {
    if (!this.#isTimeUp && Date.now() <= this.#until) return undefined;
    const kept = await this.#approver.takeBack?.(this.asked.approvalId);
    if (kept !== undefined) this.#until = Number.POSITIVE_INFINITY;
    return kept;
  }

  #whyIgnored(decision: ApprovalDecision): IgnoredDecision | undefined {
    const { approvals } = this.#question.scope;
    if (approvals.isUsed(decision.approvalId)) return "used";
    if (decision.approvalId !== this.asked.approvalId) return "unknown";
    if ((decision.preview ?? this.asked.preview) !== this.asked.preview) return "other_preview";
    return decision.approve && Date.now() > this.#until ? "expired" : undefined;
  }
}

const IGNORED: Readonly<Record<IgnoredDecision, string>> = {
  used: "The approval given was already used for another call.",
  unknown: "The approval given was for another request.",
  expired: "Nobody answered the request for approval in time.",
  tool_changed: "The tool was replaced while this call waited for approval.",
  other_preview: "The approval given was for another preview.",
};

/** What an approver has said. Throws a `TypeError` for what is no answer to this question. */
function fittingAnswer(answer: unknown, asked: ApprovalRequest): ApprovalDecision {
  const decision = checkDecision(ANSWER, answer);
  const wrong = whyNotMore(decision, asked);
  if (wrong !== undefined) throw new TypeError(`${ANSWER} cannot count: ${wrong}.`);
  return decision;
}

const ANSWER = "The answer of an approver";

/** Told to the model; the log says why. */
const FAILED = "The approver gave no answer that can be used, so nothing was approved.";

type AskedFacts = Omit<ApprovalRequest, "approvalId" | "expiresAt">;

/** The question as people are told it, under the id that it had in an earlier process, where it was the same there. */
function requestOf(question: ApprovalQuestion): ApprovalRequest {
  const { resumed, options } = question.scope;
  const { approvalTimeoutMs } = options;
  const facts = factsOf(question);
  const known = isAsRecorded(question) ? resumed : undefined;
  const fresh = approvalTimeoutMs === undefined ? undefined : Date.now() + approvalTimeoutMs;
  const expiresAt = known?.expiresAt ?? fresh;
  const approvalId = known?.approvalId ?? mintToken(16);
  return { approvalId, ...facts, ...(expiresAt === undefined ? {} : { expiresAt }) };
}

/** What a question says; secrets are masked. */
function factsOf({ read, reason, reach, preview, scope }: ApprovalQuestion): AskedFacts {
  const { scrubber, toolCallId, inReplay } = scope;
  return {
    toolCallId,
    toolName: read.tool.name,
    arguments: scrubber.json(read.arguments),
    ...(reason === undefined ? {} : { reason: scrubber.text(reason) }),
    ...(reach === undefined ? {} : { reach }),
    ...(preview.shows === undefined ? {} : { shows: preview.shows }),
    preview: preview.hash,
    ...(inReplay?.program === undefined ? {} : { program: placeOf(inReplay.program) }),
  };
}

function placeOf({ programId, line }: NonNullable<InReplay["program"]>): NonNullable<ApprovalRequest["program"]> {
  return line === undefined ? { programId } : { programId, line };
}

/**
 * Whether the journal of an earlier process has no other question about this call. An answer to another call that let
 * this one run was none to a question: whether it still counts is asked once more.
 */
export function isAsRecorded(question: ApprovalQuestion): boolean {
  const { question: recorded, decision } = question.scope.resumed ?? {};
  if (recorded === undefined) return decision?.allowedBy === undefined;
  return saysTheSame(factsOf(question), recorded);
}

function saysTheSame(one: AskedFacts, other: AskedFacts): boolean {
  // Questions of before there were previews have none.
  const isOther = one.preview !== undefined && other.preview !== undefined && one.preview !== other.preview;
  return !isOther && textOf(one) === textOf(other);
}

function textOf({ toolName, arguments: args, reason, reach }: AskedFacts): string {
  return canonicalJson([toolName, args, reason ?? null, reach === undefined ? null : { ...reach }]);
}

/**
 * Milliseconds since 1970. A question that waited in a process that died keeps its time, and may have been answered
 * within it.
 */
function heardUntil({ approvalId, expiresAt }: ApprovalRequest, { resumed }: Scope): number {
  if (expiresAt === undefined) return Number.POSITIVE_INFINITY;
  const isKept = resumed?.expiresAt !== undefined && resumed.approvalId === approvalId;
  return isKept ? Math.max(expiresAt, Date.now() + KNOWN_ANSWER_MS) : expiresAt;
}

/** What may be recorded of an answer that came from outside. */
function clean(decision: RecordedDecision, { scrubber }: Scope): RecordedDecision {
  const said = decision.reason === undefined ? {} : { reason: scrubber.text(decision.reason) };
  if (!decision.approve) return { ...decision, ...said };
  const { arguments: edited } = decision;
  return { ...decision, ...said, ...(edited === undefined ? {} : { arguments: scrubber.json(edited) }) };
}
