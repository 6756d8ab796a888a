import { asking } from "./approval.ts";
import type { CallInScope } from "./call.ts";
import type { ApprovalAnswer, Ended } from "./call-states.ts";
import type { OpenQuestion } from "./open-question.ts";
import type { Approver } from "./policy.ts";
import { questionBehind } from "./question-behind.ts";
import { refuseStopped } from "./refusals.ts";
import type { ApprovalQuestion, CallQuestions } from "./scope.ts";

/** So many questions of a step are open at once; the others are asked when the first of them has its turn. */
const MOST_OPEN = 100;

/**
 * The questions of a step. Where one of its calls asks, those behind it are read and judged too, and all their
 * questions are told before the first is answered. Answers come in any order. Each counts at the turn of its call,
 * where that is judged again: if another question has to be asked by then, the answer was none to that.
 */
export class StepQuestions implements CallQuestions {
  readonly #calls: readonly CallInScope[];
  readonly #told = new Map<string, OpenQuestion>();

  constructor(calls: readonly CallInScope[]) {
    this.#calls = calls;
    for (const { scope } of calls) scope.questions = this;
  }

  async ask(question: ApprovalQuestion, approver: Approver): Promise<ApprovalAnswer | Ended> {
    const { toolCallId, halt } = question.scope;
    const before = this.#told.get(toolCallId);
    if (before?.isStill(question)) return before.hear();
    this.drop(toolCallId);
    const stopped = refuseStopped(question.scope);
    if (stopped !== undefined) return stopped;
    const { OpenQuestion } = await asking();
    const told = await OpenQuestion.tell(question, approver);
    const all = [told, ...(await this.#tellBehind(question, approver))];
    for (const one of all) {
      this.#told.set(one.asked.toolCallId, one);
      one.onAnswer = () => halt.why !== undefined && this.close();
      one.hear().catch(() => undefined);
    }
    return told.hear();
  }

  has(toolCallId: string): boolean {
    return this.#told.has(toolCallId);
  }

  answerOf(toolCallId: string): ApprovalAnswer | Ended | undefined {
    return this.#told.get(toolCallId)?.answer;
  }

  drop(toolCallId: string): string | undefined {
    const told = this.#told.get(toolCallId);
    told?.withdraw();
    return told?.asked.approvalId;
  }

  /** Takes back all that nobody has answered. */
  close(): void {
    for (const told of this.#told.values()) told.withdraw();
  }

  async #tellBehind({ read, preview, scope }: ApprovalQuestion, approver: Approver): Promise<readonly OpenQuestion[]> {
    const place = this.#calls.findIndex(({ scope: { toolCallId } }) => toolCallId === scope.toolCallId);
    const { OpenQuestion } = await asking();
    const told: OpenQuestion[] = [];
    const asked = [read];
    for (const call of this.#calls.slice(place + 1)) {
      if (told.length + 1 >= MOST_OPEN || refuseStopped(scope) !== undefined) break;
      if (this.#told.has(call.scope.toolCallId)) continue;
      const question = await questionBehind(call, asked, preview.left);
      if (question === undefined) continue;
      asked.push(question.read);
      told.push(await OpenQuestion.tell(question, approver));
    }
    return told;
  }
}
