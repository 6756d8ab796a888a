import { setImmediate } from "node:timers/promises";
import type { ApprovalDecision, Approver } from "@toolwright/core";
import { serverQuestion } from "@toolwright/view/internal";
import type { KeptConversation } from "../conversations/kept-conversation.ts";
import { ALLOWED_BY_RULE, allowedMeanwhile } from "./allowed-meanwhile.ts";
import type { AskPerson, Grounds } from "./ask-person.ts";
import type { Screen } from "./screen.ts";
import { turns } from "./turns.ts";

/** Questions of one conversation that wait: a person is asked one after the other, and agents of theirs ask as well. */
const MOST = 1_000;

type Asked = Parameters<Approver["approve"]>;

/**
 * Keeps questions and answers with those of the page: whoever answers first counts, and what an answer allows besides
 * is asked by nobody. All questions of a step are kept at once, and shown one after the other.
 */
export function keptAnswers(
  ask: AskPerson,
  kept: KeptConversation,
  { screen, permissions }: Pick<Grounds, "permissions"> & { readonly screen: Screen },
): Approver {
  const { approvals, conversation } = kept;
  const inTurn = turns();

  /** Shows a question that still waits when its turn comes. */
  async function show(
    [request, tool, signal]: Asked,
    { decision, isAllowed }: { decision: Promise<ApprovalDecision>; isAllowed: () => Promise<boolean> },
  ): Promise<void> {
    if (signal.aborted) return;
    const open = await approvals.list({ conversation, limit: MOST });
    if (open.some(({ approvalId }) => approvalId === request.approvalId)) {
      if (await isAllowed()) {
        const { approvalId } = request;
        await approvals.claim({ approvalId, approve: true, reason: ALLOWED_BY_RULE }, { conversation });
        screen.line(screen.styles.dim("    allowed by the rule that was saved"));
      } else await askWhileOpen([request, tool, signal], decision);
      // Before the next question is shown, the run has heard of this answer: it may take all others back.
      await decision;
      await setImmediate();
    } else if (!signal.aborted && (await decision).approve)
      screen.line(screen.styles.dim("    allowed by an answer before"));
  }

  async function askWhileOpen([request, tool, signal]: Asked, decision: Promise<ApprovalDecision>): Promise<void> {
    const isOver = new AbortController();
    const over = () => isOver.abort();
    decision.then(over, over);
    const { decision: given, also } = await ask(request, tool, AbortSignal.any([signal, isOver.signal]));
    if (isOver.signal.aborted) screen.line(screen.styles.dim("    answered elsewhere"));
    else if (!signal.aborted) await approvals.claim(given, { conversation }, also);
  }

  return {
    takeBack: async (approvalId) => approvals.approver(conversation).takeBack?.(approvalId),
    async approve(...asked) {
      const [request, tool, signal] = asked;
      // What a person tells a server is nobody else's.
      if (serverQuestion(request.toolName, request.arguments) !== undefined)
        return (await inTurn(() => ask(request, tool, signal))).decision;
      const decision = approvals.approver(conversation).approve(request, tool, signal);
      const isAllowed = allowedMeanwhile(permissions, tool, request.arguments);
      const shown = inTurn(() => show(asked, { decision, isAllowed }));
      return Promise.race([decision, shown.then(() => decision)]);
    },
  };
}
