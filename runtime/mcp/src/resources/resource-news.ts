import type { Message, PrepareStep } from "@toolwright/core";
import { cutWithEllipsis, objectIn } from "@toolwright/core/internal";

/** A resource that was read. */
export interface ResourceRead {
  readonly server: string;
  readonly uri: string;
}

/** What is known of resources that were read, over all conversations. */
export interface ReadMarks {
  /** The number of its last change; undefined where nobody tells of it. */
  lastChangeOf(read: ResourceRead): number | undefined;
  /** The same when the call began; undefined where that is not known any more. */
  atCall(toolCallId: string, read: ResourceRead): number | undefined;
}

/** Resources that one line names, and characters of an address there. */
const NAMED = 5;
const MAX_ADDRESS = 120;

/**
 * A step that tells the model of one conversation, in one line, which resources that it has read have changed since:
 * of each once, until it is read again.
 */
export function resourceNews(marks: ReadMarks, tool: string): PrepareStep {
  const reads = new Reads(marks, tool);
  return ({ messages }) => {
    const changed = reads.changedSince(messages);
    return changed.length === 0 ? undefined : { notes: [lineOf(changed)] };
  };
}

function lineOf(changed: readonly ResourceRead[]): string {
  const named = changed.slice(0, NAMED).map(({ server, uri }) => `${cutWithEllipsis(uri, MAX_ADDRESS)} (${server})`);
  const more = changed.length > NAMED ? ` and ${changed.length - NAMED} more` : "";
  return `an MCP server says that what you have read has changed: ${named.join(", ")}${more}. Read it again where that matters.`;
}

/** The reads of one history, which is looked through as it grows. */
class Reads {
  readonly #marks: ReadMarks;
  readonly #tool: string;
  readonly #known = new Map<string, ResourceRead & { readonly change: number }>();
  readonly #told = new Map<string, number>();
  #looked = 0;
  #last: Message | undefined;

  constructor(marks: ReadMarks, tool: string) {
    this.#marks = marks;
    this.#tool = tool;
  }

  changedSince(messages: readonly Message[]): readonly ResourceRead[] {
    if (messages[this.#looked - 1] !== this.#last) this.#begin();
    for (const message of messages.slice(this.#looked)) this.#look(message);
    this.#looked = messages.length;
    this.#last = messages.at(-1);
    return [...this.#known].flatMap(([key, { change, ...read }]) => {
      const now = this.#marks.lastChangeOf(read);
      if (now === undefined || now <= change) return [];
      this.#told.set(key, now);
      this.#known.delete(key);
      return [read];
    });
  }

  /** Another history, such as one with a summary in the place of what was read: the model knows that no more. */
  #begin(): void {
    this.#looked = 0;
    this.#known.clear();
  }

  #look(message: Message): void {
    if (message.role !== "assistant") return;
    for (const { id, function: called } of message.tool_calls ?? []) {
      const read = called.name === this.#tool ? readIn(called.arguments) : undefined;
      if (read === undefined) continue;
      const key = JSON.stringify([read.server, read.uri]);
      const told = this.#told.get(key);
      const change = this.#marks.atCall(id, read) ?? (told === undefined ? this.#marks.lastChangeOf(read) : undefined);
      // What was read before it was told of was read no more since.
      if (told === undefined || (change !== undefined && change >= told))
        this.#known.set(key, { ...read, change: change ?? 0 });
    }
  }
}

function readIn(text: string): ResourceRead | undefined {
  const { server, uri } = objectIn(text) ?? {};
  return typeof server === "string" && typeof uri === "string" ? { server, uri } : undefined;
}
