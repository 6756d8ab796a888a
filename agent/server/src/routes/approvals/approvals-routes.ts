import type { PendingApproval } from "@toolwright/store";
import type { ApprovalAudit, ApprovalList, DecisionAnswer } from "@toolwright/view";
import type { PendingQuestion } from "@toolwright/view/internal";
import { readBody } from "../../guard/read-body.ts";
import type { ServerContext } from "../../server-context.ts";
import { threadOf } from "../apps/app-conversation.ts";
import { answer, refuse } from "../refuse.ts";
import { whyNoRule } from "./answer-rights.ts";
import { decide, rulesFor, whyNever } from "./decide.ts";
import { DECISION_FORM, decisionBody } from "./decision-body.ts";

/** As many as a store keeps. */
const MAX_QUESTIONS = 1_000;

/** `GET /api/approvals`: what waits for an answer, oldest first, with the rules that "always" would save. */
export async function listApprovals(context: ServerContext): Promise<Response> {
  const asked = await context.store.approvals.list({ limit: MAX_QUESTIONS });
  const approvals = await Promise.all(asked.map((one) => shown(context, one)));
  const list: ApprovalList = { approvals };
  return answer(list);
}

async function shown(context: ServerContext, asked: PendingApproval): Promise<PendingQuestion> {
  const { conversation, owner: _, ...approval } = asked;
  const barred = whyNoRule(context);
  const [always, neverAlways] =
    barred === undefined ? await Promise.all([rulesFor(context, asked), whyNever(context, asked)]) : [[], barred];
  return {
    ...approval,
    threadId: threadOf(conversation),
    always,
    ...(always.length > 0 && context.agent.rules?.rememberForSession !== undefined && { forSession: true as const }),
    ...(neverAlways !== undefined && { neverAlways }),
  };
}

/** `POST /api/approvals/:id`: the one answer that counts. */
export async function answerApproval(context: ServerContext, request: Request, approvalId: string): Promise<Response> {
  const read = await readBody(request, { schema: decisionBody, error: DECISION_FORM, limits: context.limits });
  if (!read.ok) return refuse(read.status, read.error);
  const decided = await decide(context, { ...read.body, approvalId });
  if (!decided.ok) return decided.response;
  const { approval, saved, notSaved } = decided;
  const { toolCallId, conversation } = approval;
  const said = notSaved === undefined ? {} : { notSaved };
  const { approve } = read.body;
  const told: DecisionAnswer = { approvalId, threadId: threadOf(conversation), toolCallId, approve, saved, ...said };
  return answer(told);
}

/** `GET /api/approvals/audit`: answers that changed nothing, newest first. */
export async function auditOfApprovals({ store }: ServerContext): Promise<Response> {
  const entries = await store.approvals.audit({ limit: 200 });
  const audit = entries.flatMap(({ approvalId, conversation, time, approve, ignored }) => {
    const about = { approvalId, time, approve, ...(conversation && { threadId: threadOf(conversation) }) };
    return ignored === undefined ? [] : [{ ...about, ignored }];
  });
  const told: ApprovalAudit = { audit };
  return answer(told);
}
