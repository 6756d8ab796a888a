import { monotonicMs } from "../async/monotonic.ts";
import type { ActivityStream, EventAbout } from "../journal/activity-stream.ts";
import type { ApprovalRequest, EventData, EventOf, JournalEvent } from "../journal/event.ts";
import type { Journal } from "../journal/journal.ts";
import { failure } from "../result/failure.ts";
import type { HandedOn } from "../run/handed-on.ts";
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
  readonly claimId?: HandedOn["claimId"] | undefined;
}

type ToldEvent =
  | "tool_call_start"
  | "tool_call_running"
  | "tool_output_chunk"
  | "tool_call_end"
  | "async_result"
  | "call_reviewed"
  | "approval_request"
  | "approval_decision";

/** A call that has not ended. */
interface OpenCall {
  readonly toolName: string;
  readonly about: EventAbout;
  readonly sinceMs: number;
}

const STOPPED = failure({ code: "aborted", message: "stopped before it had finished." });

/**
 * What an agent did, call by call: told while it works, and all of it for its report. It is the journal of the agent's
 * runs: what they store is stored in the run that the agent works for, so that nothing happens before, and they end
 * where it cannot be.
 */
export class AgentCalls implements Journal {
  readonly keepsOrder = true;
  readonly #calls = new Map<string, AgentCall>();
  readonly #audience: CallsAudience;
  readonly #ids = new Map<string, string>();
  readonly #open = new Map<string, OpenCall>();
  #isClosed = false;
  /** How many there were in all. */
  count = 0;

  constructor(audience: CallsAudience) {
    this.#audience = audience;
  }

  append(event: JournalEvent): void | Promise<void> {
    switch (event.type) {
      case "tool_call_start":
        return this.#started(event);
      case "tool_call_end":
        return this.#ended(event);
      case "async_result":
        return this.#cameLate(event);
      case "tool_call_running":
        return this.#tell(event.type, event.data, this.#about(event));
      case "approval_request":
        return this.#tell(event.type, this.questionOf(event.data), { parentId: this.idOf(event.data.toolCallId) });
      case "approval_decision":
      case "call_reviewed":
        return this.#tell(event.type, event.data, { parentId: this.idOf(event.data.toolCallId) });
      default:
    }
  }

  /** A question with the program of the agent, where one asks, as its audience knows that. */
  questionOf(request: ApprovalRequest): ApprovalRequest {
    const { program } = request;
    if (program === undefined) return request;
    return { ...request, program: { ...program, programId: this.idOf(program.programId) } };
  }

  /** Each run of an agent begins anew. */
  lastSeq(): number {
    return 0;
  }

  async *read(): AsyncGenerator<JournalEvent> {}

  /** Tells what a run of the agent shows live. */
  follow(activity: ActivityStream): void {
    activity.subscribe("tool_output_chunk", ({ type, data }) => {
      void this.#show(type, data, { parentId: this.idOf(data.toolCallId), live: true });
    });
    activity.subscribe("tool_call_running", (event) => {
      const { type, data } = event;
      if (data.waitedMs === undefined) void this.#show(type, data, { ...this.#about(event), live: true });
    });
  }

  /** Ends the calls that are open as stopped, the innermost first. Nothing is told of the agent after that. */
  close(): void {
    for (const [toolCallId, { toolName, about, sinceMs }] of [...this.#open].reverse()) {
      const durationMs = monotonicMs() - sinceMs;
      void this.#show("tool_call_end", { toolCallId, toolName, success: false, result: STOPPED, durationMs }, about);
    }
    this.#isClosed = true;
  }

  list(): readonly AgentCall[] {
    return [...this.#calls.values()];
  }

  /** Ids of models repeat from agent to agent: below the call that started the agent they are unique. */
  idOf(toolCallId: string): string {
    const { parent, claimId } = this.#audience;
    const wanted = `${parent.toolCallId}/${toolCallId}`;
    const id = this.#ids.get(toolCallId) ?? claimId?.(wanted) ?? wanted;
    this.#ids.set(toolCallId, id);
    return id;
  }

  #started(event: EventOf<"tool_call_start">): void | Promise<void> {
    const { type, data } = event;
    const args = printableLine(JSON.stringify(data.arguments), SHOWN_ARGUMENTS);
    this.count += 1;
    if (this.#calls.size < MAX_CALLS) this.#calls.set(data.toolCallId, { toolName: data.toolName, arguments: args });
    const about = this.#about(event);
    this.#open.set(data.toolCallId, { toolName: data.toolName, about, sinceMs: monotonicMs() });
    return this.#tell(type, data, about);
  }

  #ended(event: EventOf<"tool_call_end">): void | Promise<void> {
    // What stops the agent is not what stops the run that it works for, and what its calls use is in its own sum.
    const { stop: _stop, usage: _usage, ...told } = event.data;
    const { toolCallId, result, durationMs } = told;
    this.#open.delete(toolCallId);
    const call = this.#calls.get(toolCallId);
    if (call !== undefined) this.#calls.set(toolCallId, { ...call, isError: result.isError, durationMs });
    return this.#tell(event.type, told, this.#about(event));
  }

  /** The model of the run has not begun this work: people alone hear how it ended. */
  #cameLate({ type, data }: EventOf<"async_result">): void | Promise<void> {
    const { usage: _usage, ...told } = data;
    return this.#tell(type, { ...told, deliver: "user" }, { parentId: this.idOf(data.toolCallId) });
  }

  #about({ data, parentId: outer }: EventOf<"tool_call_start" | "tool_call_running" | "tool_call_end">): EventAbout {
    const { toolCallId: parentId } = this.#audience.parent;
    return { id: this.idOf(data.toolCallId), parentId: outer === undefined ? parentId : this.idOf(outer) };
  }

  /** What nobody waits for. */
  async #show<T extends ToldEvent>(type: T, data: EventData[T], about: EventAbout): Promise<void> {
    try {
      await this.#tell(type, data, about);
    } catch {
      // The run that the agent works for ends by itself where something could not be stored.
    }
  }

  #tell<T extends ToldEvent>(type: T, data: EventData[T], about: EventAbout): void | Promise<void> {
    if (this.#isClosed) return undefined;
    const { activity, parent } = this.#audience;
    const told = { ...data, toolCallId: this.idOf(data.toolCallId) };
    return activity?.emit(type, told, { ...about, runId: parent.runId });
  }
}
