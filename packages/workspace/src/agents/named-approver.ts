import type { Approver } from "@toolwright/core";
import { printableLine } from "../text/printable-line.ts";
import { idBelow } from "./agent-calls.ts";
import type { ParentCall } from "./sub-agents.port.ts";

/** Who asks. */
export interface AskingAgent {
  readonly id: string;
  readonly description: string;
  /** The call that it works for: a person is asked one thing at a time, by the agent or by the one that made this call. */
  readonly parent: Pick<ParentCall, "toolCallId" | "ask">;
}

/** Characters of what an agent is for. */
const MAX_DESCRIPTION = 60;

/** Hands the questions of an agent on to whoever answers those of its parent, with the agent's name. */
export function namedApprover(approver: Approver | undefined, agent: AskingAgent): Approver | undefined {
  if (approver === undefined) return undefined;
  const name = `[agent ${agent.id}: ${printableLine(agent.description, MAX_DESCRIPTION)}]`;
  return {
    approve(request, tool, signal) {
      const reason = request.reason === undefined ? name : `${name} ${request.reason}`;
      const toolCallId = idBelow(agent.parent, request.toolCallId);
      return agent.parent.ask(async () => {
        signal.throwIfAborted();
        return approver.approve({ ...request, toolCallId, reason }, tool, signal);
      });
    },
  };
}
