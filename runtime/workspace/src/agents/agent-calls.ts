import type { ActivityStream, Approver, EventData, EventOf } from "@toolwright/core";
import type { EventAbout } from "@toolwright/core/internal";
import { printableLine } from "../text/printable-line.ts";
import type { AgentCall, ParentCall } from "./sub-agents.port.ts";

/** Calls that are told one by one. */
const MAX_CALLS = 200;

/** Characters that are shown of a call's arguments. */
const SHOWN_ARGUMENTS = 120;

/** Who hears of an agent's calls. */
export interface CallsAudience {
  /**
   * The stream of the run that the agent works for: the calls are events of their own there, below the call that
   * started the agent.
   */
  readonly activity?: Pick<ActivityStream, "emit"> | undefined;
  readonly parent: Pick<ParentCall, "runId" | "toolCallId">;
}

type ToldEvent =
  | "tool_call_start"
  | "tool_call_running"
  | "tool_output_chunk"
  | "tool_call_end"
  | "call_reviewed"
  | "approval_request"
  | "approval_decision";

/** Ids of models repeat from agent to agent: below the call that started the agent they are unique. */
function idBelow(parent: Pick<ParentCall, "toolCallId">, toolCallId: string): string {
  return `${parent.toolCallId}/${toolCallId}`;
}

/** What an agent did, call by call: told while it works, and all of it for its report. */
export class AgentCalls {
  readonly #calls = new Map<string, AgentCall>();
  readonly #audience: CallsAudience;
  /** How many there were in all. */
  count = 0;

  constructor(audience: CallsAudience) {
    this.#audience = audience;
  }

  /** Tells of the calls of one run of the agent. */
  follow(activity: ActivityStream): void {
    activity.subscribe("tool_call_start", (event) => this.#started(event));
    activity.subscribe("tool_output_chunk", ({ data }) => {
      this.#tell("tool_output_chunk", data, { parentId: this.#idOf(data.toolCallId) });
    });
    for (const type of ["approval_request", "approval_decision", "call_reviewed", "tool_call_running"] as const) {
      activity.subscribe(type, ({ data }) => this.#tell(type, data, { parentId: this.#idOf(data.toolCallId) }));
    }
    activity.subscribe("tool_call_end", (event) => this.#ended(event));
  }

  list(): readonly AgentCall[] {
    return [...this.#calls.values()];
  }

  #started({ data, parentId }: EventOf<"tool_call_start">): void {
    const args = printableLine(JSON.stringify(data.arguments), SHOWN_ARGUMENTS);
    this.count += 1;
    if (this.#calls.size < MAX_CALLS) this.#calls.set(data.toolCallId, { toolName: data.toolName, arguments: args });
    this.#tell("tool_call_start", data, this.#about(data.toolCallId, parentId));
  }

  #ended({ data, parentId }: EventOf<"tool_call_end">): void {
    const { toolCallId, result, durationMs } = data;
    const call = this.#calls.get(toolCallId);
    if (call !== undefined) this.#calls.set(toolCallId, { ...call, isError: result.isError, durationMs });
    // What stops the agent is not what stops the run that it works for.
    const { stop: _stop, ...told } = data;
    this.#tell("tool_call_end", told, this.#about(toolCallId, parentId));
  }

  #idOf(toolCallId: string): string {
    return idBelow(this.#audience.parent, toolCallId);
  }

  #about(toolCallId: string, outer: string | undefined): EventAbout {
    const { toolCallId: parentId } = this.#audience.parent;
    return { id: this.#idOf(toolCallId), parentId: outer === undefined ? parentId : this.#idOf(outer) };
  }

  #tell<T extends ToldEvent>(type: T, data: EventData[T], about: EventAbout): void {
    const { activity, parent } = this.#audience;
    const toldOfCall = { ...data, toolCallId: this.#idOf(data.toolCallId) };
    const tell = async () => activity?.emit(type, toldOfCall, { ...about, runId: parent.runId });
    // Where it cannot be stored the run that the agent works for ends by itself.
    tell().catch(() => undefined);
  }
}

/** Who asks. */
interface AskingAgent {
  readonly id: string;
  readonly description: string;
  /** The call that it works for. */
  readonly parent: Pick<ParentCall, "toolCallId">;
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
      return approver.approve(
        { ...request, toolCallId: idBelow(agent.parent, request.toolCallId), reason },
        tool,
        signal,
      );
    },
  };
}
