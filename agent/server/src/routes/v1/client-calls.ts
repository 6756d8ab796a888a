import type { JournalEvent } from "@toolwright/core";

/** A call that the client is to run. */
export interface HandedCall {
  readonly id: string;
  readonly name: string;
  /** JSON, as the tool's schema has made it. */
  readonly arguments: string;
}

/**
 * The calls of a run that were handed out, from its events: those of the client's tools that fit their schema. A call
 * that a tool of this server makes is none of them, whatever its name is.
 */
export class ClientCalls {
  readonly #names: ReadonlySet<string>;
  readonly #started = new Map<string, HandedCall>();
  readonly #handed = new Set<string>();

  constructor(names: ReadonlySet<string>) {
    this.#names = names;
  }

  /** Whether an event is about a call of the client's. */
  isAbout({ type, data, parentId }: JournalEvent): boolean {
    const isCall = (type === "tool_call_start" || type === "tool_call_end") && parentId === undefined;
    return isCall && this.#names.has(data.toolName);
  }

  add(event: JournalEvent): void {
    if (!this.isAbout(event)) return;
    if (event.type === "tool_call_start") {
      const { toolCallId: id, toolName: name, arguments: args } = event.data;
      this.#started.set(id, { id, name, arguments: JSON.stringify(args) });
    } else if (event.type === "tool_call_end" && event.data.result.endsRun === true) {
      this.#handed.add(event.data.toolCallId);
    }
  }

  /** In the order in which the model asked for them. */
  get handed(): readonly HandedCall[] {
    return [...this.#started.values()].filter(({ id }) => this.#handed.has(id));
  }
}
