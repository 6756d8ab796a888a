import { ActivityStream } from "@toolwright/core";
import { printableLine } from "../text/printable-line.ts";
import type { AgentCall } from "./sub-agents.port.ts";

/** Calls that are told one by one. */
const MAX_CALLS = 200;

/** Characters that are shown of a call's arguments. */
const SHOWN_ARGUMENTS = 120;

/** What an agent did, call by call: a line for each while it works, and all of them for its report. */
export class AgentCalls {
  readonly #calls = new Map<string, AgentCall>();
  readonly #onLine: (line: string) => void;
  /** How many there were in all. */
  count = 0;

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  /** A stream for one run of the agent: its events are its own. */
  stream(): ActivityStream {
    const activity = new ActivityStream();
    activity.subscribe("tool_call_start", ({ data }) => {
      const args = printableLine(JSON.stringify(data.arguments), SHOWN_ARGUMENTS);
      this.#onLine(`${data.toolName} ${args}`);
      this.count += 1;
      if (this.#calls.size < MAX_CALLS) this.#calls.set(data.toolCallId, { toolName: data.toolName, arguments: args });
    });
    activity.subscribe("tool_call_end", ({ data: { toolCallId, result, durationMs } }) => {
      const call = this.#calls.get(toolCallId);
      if (call !== undefined) this.#calls.set(toolCallId, { ...call, isError: result.isError, durationMs });
    });
    return activity;
  }

  list(): readonly AgentCall[] {
    return [...this.#calls.values()];
  }
}
