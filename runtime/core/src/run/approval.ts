import { isAborted, untilAborted } from "../async/abort.ts";
import { Alarm } from "../async/alarm.ts";
import { monotonicMs } from "../async/monotonic.ts";
import type { ApprovalDecision, ApprovalRequest, IgnoredDecision, Reach } from "../journal/event.ts";
import { canonicalJson } from "../json/canonical-json.ts";
import { cloneJson } from "../json/clone-json.ts";
import type { JsonObject } from "../json/json.ts";
import { mintToken } from "../model/mint-token.ts";
import type { Ended, Halt, ReadCall } from "./call-states.ts";
import { checkDecision } from "./decision.ts";
import type { Approver } from "./policy.ts";
import { refuse, refuseStopped } from "./refusals.ts";
import type { Scope } from "./scope.ts";

/**
 * Milliseconds in which whoever keeps answers tells what was said in time, where a question is asked again after its
 * time.
 */
const KNOWN_ANSWER_MS = 5_000;

/** A question about one call. */
export interface ApprovalQuestion {
  readonly read: ReadCall;
  readonly reason: string | undefined;
  readonly reach?: Reach | undefined;
  readonly scope: Scope;
}

/** The call may run as it was asked, or with other arguments. */
export type ApprovalAnswer = "as_asked" | { readonly edited: JsonObject };

/** Asks a person whether a call may run; one question at a time, in the order they come. */
export async function askApproval(question: ApprovalQuestion): Promise<ApprovalAnswer | Ended> {
  const { scope, read } = question;
  if (scope.resumed?.decision !== undefined) return answerFrom(scope.resumed.decision, request(question), scope);
  const { approver } = scope;
  if (approver === undefined) return nobody(read);
  return scope.approvals.inTurn(() => ask(question, approver), scope.signal);
}

async function ask(question: ApprovalQuestion, approver: Approver): Promise<ApprovalAnswer | Ended> {
  const { scope, read } = question;
  const stopped = refuseStopped(scope);
  if (stopped !== undefined) return stopped;
  const asked = request(question);
  const about = { runId: scope.runId, parentId: scope.toolCallId };
  const registered = scope.registry.get(read.tool.name);
  await scope.activity.emit("approval_request", asked, about);
  const until = heardUntil(asked, scope);
  const decision = await answerOf({ asked, approver, question, until });
  if (decision === undefined) return notApproved("The run was stopped while this call waited for approval.");
  const changed = scope.registry.get(read.tool.name) !== registered;
  const ignored = changed ? "tool_changed" : whyIgnored(decision, { asked, scope, until });
  const recorded = { ...clean(decision, scope), toolCallId: read.toolCallId };
  // Judged before anybody hears of it: a refusal stops the step at once.
  const answer = ignored === undefined ? answerFrom(decision, asked, scope) : notApproved(IGNORED[ignored]);
  await scope.activity.emit("approval_decision", ignored === undefined ? recorded : { ...recorded, ignored }, about);
  if (ignored === undefined) scope.approvals.use(asked.approvalId);
  return answer;
}

const IGNORED: Readonly<Record<IgnoredDecision, string>> = {
  used: "The approval given was already used for another call.",
  unknown: "The approval given was for another request.",
  expired: "Nobody answered the request for approval in time.",
  tool_changed: "The tool was replaced while this call waited for approval.",
};

function request({ read, reason, reach, scope }: ApprovalQuestion): ApprovalRequest {
  const { options, scrubber, resumed, toolCallId } = scope;
  const { approvalTimeoutMs } = options;
  const fresh = approvalTimeoutMs === undefined ? undefined : Date.now() + approvalTimeoutMs;
  const expiresAt = resumed?.expiresAt ?? fresh;
  return {
    approvalId: resumed?.approvalId ?? mintToken(16),
    toolCallId,
    toolName: read.tool.name,
    arguments: scrubber.json(read.arguments),
    ...(reason === undefined ? {} : { reason: scrubber.text(reason) }),
    ...(reach === undefined ? {} : { reach }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}

/**
 * Milliseconds since 1970. A question that waited in a process that died keeps its time, and may have been answered
 * within it.
 */
function heardUntil({ expiresAt }: ApprovalRequest, { resumed }: Scope): number {
  if (expiresAt === undefined) return Number.POSITIVE_INFINITY;
  return resumed?.expiresAt === undefined ? expiresAt : Math.max(expiresAt, Date.now() + KNOWN_ANSWER_MS);
}

/** Told to the model; the log says why. */
const FAILED = "The approver gave no answer that can be used, so nothing was approved.";

interface OpenQuestion {
  readonly asked: ApprovalRequest;
  readonly approver: Approver;
  readonly question: ApprovalQuestion;
  readonly until: number;
}

/** The answer; a refusal when the approver fails or time runs out; undefined when the run is stopped. */
async function answerOf({ asked, approver, question, until }: OpenQuestion): Promise<ApprovalDecision | undefined> {
  const { scope, read } = question;
  if (isAborted(scope.signal)) return undefined;
  const closing = new AbortController();
  const close = () => closing.abort();
  const alarm = new Alarm();
  const due = { dueMs: monotonicMs() + until - Date.now(), timeUp: close };
  if (until !== Number.POSITIVE_INFINITY) alarm.add(due);
  scope.signal?.addEventListener("abort", close, { once: true });
  try {
    // A copy: what was asked and recorded stays what it is, whatever the approver does with it.
    const shown = { ...asked, arguments: cloneJson(asked.arguments) };
    const answer = await untilAborted(approver.approve(shown, read.tool, closing.signal), closing.signal);
    if (answer !== undefined || !closing.signal.aborted) return checkDecision("The answer of an approver", answer);
    if (isAborted(scope.signal)) return undefined;
    return { approvalId: asked.approvalId, approve: false, reason: IGNORED.expired };
  } catch (error) {
    scope.logger.error("The approver failed", { toolCallId: asked.toolCallId, error });
    return { approvalId: asked.approvalId, approve: false, reason: FAILED };
  } finally {
    alarm.delete(due);
    alarm.rest();
    scope.signal?.removeEventListener("abort", close);
    close();
  }
}

function whyIgnored(
  decision: ApprovalDecision,
  { asked, scope: { approvals }, until }: Pick<OpenQuestion, "asked" | "until"> & Pick<ApprovalQuestion, "scope">,
): IgnoredDecision | undefined {
  if (approvals.isUsed(decision.approvalId)) return "used";
  if (decision.approvalId !== asked.approvalId) return "unknown";
  return decision.approve && Date.now() > until ? "expired" : undefined;
}

function answerFrom(
  decision: ApprovalDecision,
  asked: ApprovalRequest,
  { halt }: Pick<Scope, "halt">,
): ApprovalAnswer | Ended {
  if (decision.approve !== true) return refusedBy(decision.reason, halt);
  const { arguments: edited } = decision;
  if (edited === undefined || canonicalJson(edited) === canonicalJson(asked.arguments)) return "as_asked";
  return { edited };
}

/** A refusal with a reason is the result and the run goes on; one without a reason stops the run. */
function refusedBy(reason: string | undefined, halt: Halt): Ended {
  if (reason !== undefined && reason.trim() !== "") return notApproved(reason);
  // At once: the next question of this step may wait in line already.
  halt.why ??= "denied";
  return refuse({ code: "approval_denied", message: "The user refused this call." }, "denied");
}

function notApproved(message: string): Ended {
  return refuse({ code: "approval_denied", message });
}

function nobody(read: ReadCall): Ended {
  return refuse({
    code: "approval_denied",
    message: `${read.tool.name} needs approval, and nobody can be asked.`,
    suggestion: "Go on without it.",
  });
}

/** What may be recorded of an answer that came from outside. */
function clean(decision: ApprovalDecision, { scrubber }: Scope): ApprovalDecision {
  const said = decision.reason === undefined ? {} : { reason: scrubber.text(decision.reason) };
  if (!decision.approve) return { ...decision, ...said };
  const { arguments: edited } = decision;
  return { ...decision, ...said, ...(edited === undefined ? {} : { arguments: scrubber.json(edited) }) };
}
