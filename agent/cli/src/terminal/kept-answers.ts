import type { Approver } from "@toolwright/core";
import { serverQuestion } from "@toolwright/view/internal";
import type { KeptConversation } from "../conversations/kept-conversation.ts";
import type { AskPerson } from "./ask-person.ts";
import type { Screen } from "./screen.ts";

/** Questions of one conversation that wait: a person is asked one after the other, and agents of theirs ask as well. */
const MOST = 1_000;

/**
 * Keeps questions and answers with those of the page: whoever answers first counts, and what an answer allows besides
 * is asked by nobody.
 */
export function keptAnswers(ask: AskPerson, kept: KeptConversation, screen: Screen): Approver {
  return {
    async approve(request, tool, signal) {
      // What a person tells a server is nobody else's.
      if (serverQuestion(request.toolName, request.arguments) !== undefined)
        return (await ask(request, tool, signal)).decision;
      const { approvals, conversation } = kept;
      const isOver = new AbortController();
      const decision = approvals.approver(conversation).approve(request, tool, signal);
      const over = () => isOver.abort();
      decision.then(over, over);
      const open = await approvals.list({ conversation, limit: MOST });
      if (open.some(({ approvalId }) => approvalId === request.approvalId)) {
        const { decision: given, also } = await ask(request, tool, AbortSignal.any([signal, isOver.signal]));
        if (isOver.signal.aborted) screen.line(screen.styles.dim("    answered elsewhere"));
        else if (!signal.aborted) await approvals.claim(given, { conversation }, also);
      } else if ((await decision).approve) screen.line(screen.styles.dim("    allowed by an answer before"));
      return decision;
    },
  };
}
