import { partTokens } from "../compact/message-tokens.ts";
import type { Message, ToolMessage } from "../model/messages.ts";
import { isFilePart } from "../result/file-part.ts";
import type { Part } from "../result/part.ts";
import { utf8Length } from "../text/utf8-length.ts";

/** Bytes of one token, roughly: enough to decide when to trim. */
const BYTES_PER_TOKEN = 4;
/** What one UTF-16 unit takes at most as UTF-8. */
const BYTES_PER_UNIT = 3;

/** So many messages are copied sooner than it is put off. */
const FEW = 200;

/** The messages of one moment, as they are or as a function that copies them when they are read for the first time. */
export type Messages = readonly Message[] | (() => readonly Message[]);

/** The messages of a run, with what its tool results weigh. */
export class History {
  #messages: Message[] = [];
  /** Somebody may still ask for the messages as they are: from here on they are only added to. */
  #isPromised = false;
  /** Of the tool results among the first `#measured` messages. */
  #toolBytes = 0;
  #measured = 0;
  /** UTF-16 units of the other tool results: they are measured when it matters. */
  #unmeasured = 0;
  /** Everything before it was offered for shortening, or is no tool result. */
  #cursor = 0;
  #lastStep = 0;
  /** How many messages have others in their places. */
  replaced = 0;
  #pointsAtKept: boolean;
  #isText = true;

  constructor(messages: readonly Message[], pointsAtKept = false) {
    this.#pointsAtKept = pointsAtKept;
    for (const message of messages) this.add(message);
  }

  get length(): number {
    return this.#messages.length;
  }

  /** A copy, of those from a place on: whoever gets it may keep it. */
  snapshot(from = 0): readonly Message[] {
    return this.#messages.slice(from);
  }

  /**
   * What {@link snapshot} gives now. A long history is copied when somebody reads it: a copy for every step of a long
   * run costs more than the steps.
   */
  promise(): Messages {
    const messages = this.#messages;
    const { length } = messages;
    if (length <= FEW) return messages.slice();
    this.#isPromised = true;
    let copy: readonly Message[] | undefined;
    return () => (copy ??= messages.slice(0, length));
  }

  /** True once a result was cut or trimmed, and says where the whole of it is kept. */
  get pointsAtKept(): boolean {
    return this.#pointsAtKept;
  }

  /** No message has a part that a model might not read. */
  get isText(): boolean {
    return this.#isText;
  }

  add(message: Message): void {
    if (typeof message.content !== "string") this.#isText &&= (message.content ?? []).length === 0;
    if (message.role === "assistant" && message.tool_calls !== undefined) this.#lastStep = this.#messages.length;
    if (message.role === "tool") this.#addResult(message);
    this.#messages.push(message);
  }

  #addResult(message: ToolMessage): void {
    this.#unmeasured += contentLength(message.content);
    this.#pointsAtKept ||= message.output_ref !== undefined && mentions(message.content, message.output_ref);
  }

  /** True when all tool results together take more than so many tokens. */
  isOver(budgetTokens: number): boolean {
    const budget = budgetTokens * BYTES_PER_TOKEN;
    if (this.#toolBytes + this.#unmeasured * BYTES_PER_UNIT <= budget) return false;
    this.#measure();
    return this.#toolBytes > budget;
  }

  #measure(): void {
    for (; this.#measured < this.#messages.length; this.#measured += 1) {
      const message = this.#messages[this.#measured];
      if (message?.role === "tool") this.#toolBytes += contentBytes(message.content);
    }
    this.#unmeasured = 0;
  }

  /**
   * Goes from the oldest result to those of the last step, which are never touched, until `shorten` has brought them
   * down to so many tokens. Each result is offered once, over all calls.
   */
  shortenTo(budgetTokens: number, shorten: (message: ToolMessage) => ToolMessage | undefined): void {
    for (; this.#cursor < this.#lastStep && this.isOver(budgetTokens); this.#cursor += 1) {
      const message = this.#messages[this.#cursor];
      const shorter = message?.role === "tool" ? shorten(message) : undefined;
      if (message?.role !== "tool" || shorter === undefined) continue;
      this.#replace(this.#cursor, shorter);
      this.#pointsAtKept ||= shorter.output_ref !== undefined;
      this.#toolBytes -= contentBytes(message.content) - contentBytes(shorter.content);
    }
  }

  #replace(index: number, message: Message): void {
    if (this.#isPromised) this.#messages = this.#messages.slice();
    this.#isPromised = false;
    this.#messages[index] = message;
    this.replaced += 1;
  }
}

/** The messages themselves. */
export function read(messages: Messages): readonly Message[] {
  return typeof messages === "function" ? messages() : messages;
}

/** UTF-8 bytes of a message's content. */
export function contentBytes(content: string | readonly Part[]): number {
  if (typeof content === "string") return utf8Length(content);
  return content.reduce((bytes, part) => bytes + partBytes(part), 0);
}

function contentLength(content: string | readonly Part[]): number {
  if (typeof content === "string") return content.length;
  return content.reduce((length, part) => length + (part.type === "text" ? part.text.length : partBytes(part)), 0);
}

/** A result that is kept but whole in the history says nothing of its ref. */
function mentions(content: string | readonly Part[], ref: string): boolean {
  return typeof content === "string"
    ? content.includes(ref)
    : content.some((part) =>
        part.type === "text" ? part.text.includes(ref) : isFilePart(part) && part.ref !== undefined,
      );
}

/** A file weighs what a model reads of it. */
function partBytes(part: Part): number {
  if (part.type === "text") return utf8Length(part.text);
  return part.type === "image" ? utf8Length(part.data) : partTokens(part) * BYTES_PER_TOKEN;
}
