import type { ApprovalDecision, ApprovalRequest, IgnoredDecision } from "../../journal/event.ts";
import { canonicalJson } from "../../json/canonical-json.ts";
import { cloneJson } from "../../json/clone-json.ts";
import type { Json, JsonObject } from "../../json/json.ts";
import { toJson } from "../../json/to-json.ts";
import type { MaybePromise } from "../and-then.ts";
import type { CallEnv } from "../call-env.ts";
import { mintId } from "../call-ids.ts";
import { isStopped, untilAborted } from "../perform/until-aborted.ts";
import { type ReadCall, rereadArguments } from "../read/read-call.ts";
import { refuse, Settlement } from "../settlement.ts";
import { stopped } from "../stopped.ts";
import type { Approver } from "./approver.ts";
import { denied } from "./denied.ts";
import type { Verdict } from "./policy.ts";

/** Longest delay a timer can hold; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A question about one call. */
export interface ApprovalQuestion {
  readonly read: ReadCall;
  readonly reason: string | undefined;
  readonly env: CallEnv;
  /** Judges edited arguments. */
  readonly decide: (read: ReadCall) => MaybePromise<Verdict | Settlement>;
}

/** The call may run as it was asked, or with other arguments. */
type ApprovalAnswer = "as_asked" | { readonly edited: JsonObject };

/** Asks a person whether a call may run; one question at a time, in the order they come. */
export async function askApproval(question: ApprovalQuestion): Promise<ReadCall | Settlement> {
  const answer = await answerTo(question);
  if (answer instanceof Settlement) return answer;
  return answer === "as_asked" ? question.read : allowEdited(question, answer.edited);
}

/** Edited arguments are validated and decided again; a second ask has just been answered. */
async function allowEdited(
  { read, env, decide }: ApprovalQuestion,
  edited: JsonObject,
): Promise<ReadCall | Settlement> {
  const reread = await rereadArguments(read.tool, edited, env);
  if (reread instanceof Settlement) return reread;
  const verdict = await decide(reread);
  if (verdict instanceof Settlement) return verdict;
  return verdict.verdict === "deny" ? denied(verdict) : reread;
}

async function answerTo(question: ApprovalQuestion): Promise<ApprovalAnswer | Settlement> {
  const { env, read } = question;
  if (env.resumed?.decision !== undefined) return judge(env.resumed.decision, request(question));
  const { approver } = env.core.options;
  if (approver === undefined) return nobody(read);
  return env.core.approvals.inTurn(() => ask(question, approver));
}

async function ask(question: ApprovalQuestion, approver: Approver): Promise<ApprovalAnswer | Settlement> {
  const { env, read } = question;
  if (isStopped(env.signal)) return stopped();
  const asked = request(question);
  const about = { runId: env.runId, parentId: env.toolCallId };
  const registered = env.core.registry.get(read.tool.name);
  await env.core.activity.emit("approval_request", asked, about);
  const decision = await answerOf({ asked, approver, question });
  if (decision === undefined) return notAnswered("The run was stopped while this call waited for approval.");
  const changed = env.core.registry.get(read.tool.name) !== registered;
  const ignored = changed ? "tool_changed" : whyIgnored(decision, asked, env);
  const recorded = { ...clean(decision, env), toolCallId: read.toolCallId };
  await env.core.activity.emit("approval_decision", ignored === undefined ? recorded : { ...recorded, ignored }, about);
  if (ignored !== undefined) return notAnswered(IGNORED[ignored]);
  env.core.approvals.use(asked.approvalId);
  return judge(decision, asked);
}

const IGNORED: Readonly<Record<IgnoredDecision, string>> = {
  used: "The approval given was already used for another call.",
  unknown: "The approval given was for another request.",
  expired: "Nobody answered the request for approval in time.",
  tool_changed: "The tool was replaced while this call waited for approval.",
};

function request({ read, reason, env }: ApprovalQuestion): ApprovalRequest {
  const { core, resumed, toolCallId } = env;
  const { approvalTimeoutMs } = core.options;
  return {
    approvalId: resumed?.approvalId ?? mintId(16),
    toolCallId,
    toolName: read.tool.name,
    arguments: core.scrubber.json(read.arguments),
    ...(reason === undefined ? {} : { reason: core.scrubber.text(reason) }),
    ...(approvalTimeoutMs === undefined ? {} : { expiresAt: Date.now() + approvalTimeoutMs }),
  };
}

interface Asked {
  readonly asked: ApprovalRequest;
  readonly approver: Approver;
  readonly question: ApprovalQuestion;
}

/** The answer; a refusal when the approver fails or time runs out; undefined when the run is stopped. */
async function answerOf({ asked, approver, question }: Asked): Promise<Decision | undefined> {
  const { env, read } = question;
  if (isStopped(env.signal)) return undefined;
  const closing = new AbortController();
  const close = () => closing.abort();
  const { approvalTimeoutMs } = env.core.options;
  const timer =
    approvalTimeoutMs === undefined ? undefined : setTimeout(close, Math.min(approvalTimeoutMs, MAX_TIMER_MS));
  env.signal?.addEventListener("abort", close, { once: true });
  try {
    // A copy: what was asked and recorded stays what it is, whatever the approver does with it.
    const shown = { ...asked, arguments: cloneJson(asked.arguments) };
    const answer = await untilAborted(approver.approve(shown, read.tool, closing.signal), closing.signal);
    const decision = decisionOf(answer);
    if (decision !== undefined) return decision;
    if (isStopped(env.signal)) return undefined;
    if (!closing.signal.aborted) throw new TypeError("An approver answers with a decision.");
    return { approvalId: asked.approvalId, approve: false, reason: IGNORED.expired };
  } catch (error) {
    env.core.logger.error("The approver failed", { toolCallId: asked.toolCallId, error });
    return { approvalId: asked.approvalId, approve: false, reason: "Nobody could be asked for approval." };
  } finally {
    clearTimeout(timer);
    env.signal?.removeEventListener("abort", close);
    close();
  }
}

/** An answer from outside, each field of it read once: what is judged, recorded and run is the same. */
interface Decision {
  readonly approvalId: string;
  readonly approve: boolean;
  readonly arguments?: Json;
  readonly reason?: string;
}

/** Only a plain `true` approves. Undefined for what is no decision. Throws what reading it throws. */
function decisionOf(answer: ApprovalDecision | undefined): Decision | undefined {
  if (typeof answer !== "object" || answer === null) return undefined;
  const { approvalId, approve } = answer;
  if (typeof approvalId !== "string") return undefined;
  if (approve !== true) {
    const { reason } = answer;
    return typeof reason === "string" ? { approvalId, approve: false, reason } : { approvalId, approve: false };
  }
  const { arguments: edited } = answer;
  if (edited === undefined) return { approvalId, approve };
  const copied = toJson(edited);
  return { approvalId, approve, arguments: copied.ok ? copied.value : null };
}

function whyIgnored(decision: Decision, asked: ApprovalRequest, { core }: CallEnv): IgnoredDecision | undefined {
  if (core.approvals.isUsed(decision.approvalId)) return "used";
  if (decision.approvalId !== asked.approvalId) return "unknown";
  return asked.expiresAt !== undefined && decision.approve && Date.now() > asked.expiresAt ? "expired" : undefined;
}

function judge({ approve, reason, arguments: edited }: Decision, asked: ApprovalRequest): ApprovalAnswer | Settlement {
  if (!approve) return refusedBy(reason);
  if (edited === undefined) return "as_asked";
  if (!isObject(edited)) return notAnswered("The edited arguments are not a JSON object.");
  return canonicalJson(edited) === canonicalJson(asked.arguments) ? "as_asked" : { edited };
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A refusal with a reason is the result and the run goes on; one without a reason stops the run. */
function refusedBy(reason: string | undefined): Settlement {
  if (reason !== undefined && reason.trim() !== "") return notAnswered(reason);
  return refuse({ code: "approval_denied", message: "The user refused this call." }, "denied");
}

function notAnswered(message: string): Settlement {
  return refuse({ code: "approval_denied", message });
}

function nobody(read: ReadCall): Settlement {
  return refuse({
    code: "approval_denied",
    message: `${read.tool.name} needs approval, and nobody can be asked.`,
    suggestion: "Go on without it.",
  });
}

/** What may be recorded of an answer that came from outside. */
function clean({ approvalId, approve, reason, arguments: edited }: Decision, { core }: CallEnv): ApprovalDecision {
  if (!approve) return { approvalId, approve, ...(reason === undefined ? {} : { reason: core.scrubber.text(reason) }) };
  if (edited === undefined || !isObject(edited)) return { approvalId, approve };
  return { approvalId, approve, arguments: core.scrubber.json(edited) };
}
