import type { Reach } from "../journal/event.ts";
import type { RecordedGrant, RecordedSubCall } from "../journal/recorded-call.ts";
import type { Tool } from "../tool/tool.ts";
import { aboutCall } from "./answer.ts";
import { asking } from "./approval.ts";
import type { ApprovalAnswer, Ended } from "./call-states.ts";
import type { OpenQuestion } from "./open-question.ts";
import type { Approver } from "./policy.ts";
import { refuseStopped } from "./refusals.ts";
import type { ApprovalQuestion, Scope, SharedAnswers } from "./scope.ts";

/** An answer that counts for other calls of the program, and those that it has let run. */
interface Grant extends RecordedGrant {
  /** The call that was asked about. */
  readonly toolCallId: string;
  /** Of that call. Undefined where the answer came in an earlier process, and the program has not made it again yet. */
  tool: Tool | undefined;
  readonly used: Set<string>;
}

interface Waiting {
  readonly question: ApprovalQuestion;
  readonly told: OpenQuestion;
}

/**
 * The questions of one program, and the answers with `more` to them. Such an answer takes the place of a question that
 * would be asked next; it changes nothing about what a policy allows or denies, and each call uses one of its times.
 */
export class MoreAllowed implements SharedAnswers {
  readonly #grants: Grant[];
  /** In the order in which they were told. */
  readonly #waiting = new Map<string, Waiting>();

  /** For the calls inside the call that this scope belongs to: an earlier process may have had such answers. */
  constructor({ replayed = new Map(), toolCallId }: Scope) {
    const isOwn = ({ parentId, question }: RecordedSubCall) =>
      (question?.program?.programId ?? parentId) === toolCallId;
    const own = [...replayed].filter(([, call]) => isOwn(call));
    // Of a batch that has ended, the record says how many of its parts an answer has let run.
    const usersOf = (approvalId: string) =>
      [...replayed].flatMap(([id, { allowedBy = [] }]) =>
        allowedBy.filter((by) => by === approvalId).map((_, nth) => (nth === 0 ? id : `${id}#${nth}`)),
      );
    this.#grants = own.flatMap(([id, { grants = [] }]) =>
      grants.map((grant) => ({
        ...{ ...grant, toolCallId: id, tool: undefined },
        used: new Set(usersOf(grant.approvalId)),
      })),
    );
  }

  /** Which tool a call of an earlier process is of: others may have its name, and no answer about it is about them. */
  knows(toolCallId: string, tool: Tool | undefined): void {
    for (const grant of this.#grants) if (grant.toolCallId === toolCallId) grant.tool ??= tool;
    this.#allowWaiting();
  }

  /** The answer of an earlier question that counts for this call; undefined where a person has to be asked. */
  async allows(question: ApprovalQuestion): Promise<ApprovalAnswer | undefined> {
    const { scope } = question;
    const { toolCallId, activity, resumed } = scope;
    const grant = this.#grantFor(question);
    // A question that an earlier process has asked may have an answer of its own.
    const isOpen = resumed?.approvalId !== undefined && resumed.decision === undefined;
    if (grant === undefined || isOpen) return undefined;
    if (grant.used.has(toolCallId)) return "as_asked";
    grant.used.add(toolCallId);
    const { approvalId } = grant;
    const decision = { approvalId, approve: true, toolCallId, allowedBy: approvalId } as const;
    await activity.emit("approval_decision", decision, aboutCall(scope));
    return "as_asked";
  }

  /** Asks a person, unless an answer to another question comes first that counts for this one. */
  async ask(question: ApprovalQuestion, approver: Approver): Promise<ApprovalAnswer | Ended> {
    const stopped = refuseStopped(question.scope);
    if (stopped !== undefined) return stopped;
    const { OpenQuestion } = await asking();
    const told = await OpenQuestion.tell(question, approver);
    const { toolCallId } = question.scope;
    const answer = told.hear();
    this.#waiting.set(toolCallId, { question, told });
    // An answer may have come while this was told.
    this.#allowWaiting();
    await answer;
    this.#waiting.delete(toolCallId);
    const { more, asked } = told;
    if (more !== undefined) {
      const { approvalId, reach } = asked;
      this.#grants.push({ approvalId, toolCallId, reach, ...more, tool: question.read.tool, used: new Set() });
      this.#allowWaiting();
    }
    return answer;
  }

  #allowWaiting(): void {
    for (const [toolCallId, { question, told }] of this.#waiting) {
      const grant = this.#grantFor(question);
      if (grant === undefined) continue;
      this.#waiting.delete(toolCallId);
      grant.used.add(toolCallId);
      void this.#allow(told, grant);
    }
  }

  /** A question that has an answer of its own leaves its place to the next. */
  async #allow(told: OpenQuestion, { approvalId, used }: Grant): Promise<void> {
    const isAllowed = await told.allow(approvalId).catch(() => false);
    if (isAllowed) return;
    used.delete(told.asked.toolCallId);
    this.#allowWaiting();
  }

  #grantFor({ read: { tool }, reach, scope: { toolCallId } }: ApprovalQuestion): Grant | undefined {
    // An answer counts for its own call as that was shown, and for no other thing that the call would do by then.
    const others = this.#grants.filter((grant) => grant.toolCallId !== toolCallId);
    const fitting = others.filter((grant) => grant.tool === tool && isWithin(reach, grant.reach));
    return fitting.find(({ used }) => used.has(toolCallId)) ?? fitting.find(({ used, times }) => used.size < times);
  }
}

const FILES = ["none", "file", "folder", "machine"] as const;

/** Whether a call gets no further than the one that a person was asked about. */
function isWithin(reach: Reach | undefined, shown: Reach | undefined): boolean {
  if (reach === undefined || shown === undefined) return reach === shown;
  const isNearer = FILES.indexOf(reach.files) <= FILES.indexOf(shown.files);
  return isNearer && (shown.network || !reach.network) && (reach.undo || !shown.undo);
}
