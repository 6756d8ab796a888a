import type { Approver } from "../run/policy.ts";
import { printableLine } from "../text/printable-line.ts";
import type { AgentCalls } from "./agent-calls.ts";

/** Which agent asks. */
interface AskingAgent {
  /** How people know it, such as `agent k3f: fix the tests`. */
  readonly title: string;
  readonly calls: Pick<AgentCalls, "idOf" | "questionOf">;
}

/** Characters of an agent's title in a question. */
const MAX_TITLE = 72;

/** Hands the questions of an agent on to the approver of the run that it works for, with the agent's title. */
export function namedApprover(approver: Approver | undefined, agent: AskingAgent): Approver | undefined {
  if (approver === undefined) return undefined;
  const title = `[${printableLine(agent.title, MAX_TITLE)}]`;
  return {
    approve(request, tool, signal) {
      const reason = request.reason === undefined ? title : `${title} ${request.reason}`;
      const { calls } = agent;
      const asked = { ...calls.questionOf(request), toolCallId: calls.idOf(request.toolCallId), reason };
      return approver.approve(asked, tool, signal);
    },
    takeBack: async (approvalId) => approver.takeBack?.(approvalId),
  };
}
