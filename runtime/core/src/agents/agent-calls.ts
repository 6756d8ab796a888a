import type { ActivityStream, EventAbout } from "../journal/activity-stream.ts";
import type { EventData, EventOf } from "../journal/event.ts";
import { printableLine } from "../text/printable-line.ts";

/** Calls that are told one by one. */
const MAX_CALLS = 200;

/** Characters that are shown of a call's arguments. */
const SHOWN_ARGUMENTS = 120;

/** One call that an agent made, as people see it. */
export interface AgentCall {
  readonly toolName: string;
  /** One line of at most 120 characters. */
  readonly arguments: string;
  /** Left out where the call had not ended. */
  readonly isError?: boolean;
  readonly durationMs?: number;
}

/** The call that an agent works for. */
export interface CallAbove {
  readonly runId: string;
  readonly toolCallId: string;
}

/** Who hears of an agent's calls. */
interface CallsAudience {
  /**
   * The stream of the run that the agent works for: the calls are events of their own there, below the call that
   * started the agent.
   */
  readonly activity?: Pick<ActivityStream, "emit"> | undefined;
  readonly parent: CallAbove;
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
export function idBelow(parent: Pick<CallAbove, "toolCallId">, toolCallId: string): string {
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
