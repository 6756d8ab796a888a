import { mintId } from "../model/call-ids.ts";
import type { Message } from "../model/messages.ts";
import type { Said, SteerMessage, SteerQueue } from "./steer-queue.ts";

/** A message that was given to a queue. */
export interface SteerHandle {
  readonly id: string;
  /** Takes it back. False when a run has it already, or has ended without it. */
  cancel(): boolean;
  /** Whether it became part of a run: false when it was taken back, or the run ended first. Never rejects. */
  readonly sent: Promise<boolean>;
}

/** A {@link SteerQueue} in memory, and how something gets into it. */
export interface MemorySteerQueue extends SteerQueue {
  readonly isEmpty: boolean;
  waiting(): readonly SteerMessage[];
  /**
   * Says something to the run that takes from this queue. An id that was given before is the same message, and gives
   * the same handle. Throws a `TypeError` for what is no message of a user.
   */
  add(said: Said, options?: { readonly id?: string }): SteerHandle;
  /** Nothing is taken any more, and what waits is not sent. */
  close(): void;
}

/**
 * Messages for a run under way: the loop's option `steering`. What is in it is lost with the process; a store's queue
 * is not.
 */
export function createSteerQueue(): MemorySteerQueue {
  return new Queue();
}

interface Entry extends SteerMessage {
  readonly handle: SteerHandle;
  readonly settle: (isSent: boolean) => void;
  isTaken: boolean;
}

class Queue implements MemorySteerQueue {
  readonly #waiting: Entry[] = [];
  readonly #handles = new Map<string, SteerHandle>();
  readonly #watchers = new Set<() => void>();
  #isClosed = false;

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  add(said: Said, { id = mintId() }: { readonly id?: string } = {}): SteerHandle {
    const message = userMessage(said);
    const known = this.#handles.get(id);
    if (known !== undefined) return known;
    let settle = (_isSent: boolean): void => undefined;
    const sent = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    const handle = { id, sent, cancel: () => this.#cancel(id) };
    this.#handles.set(id, handle);
    if (this.#isClosed) settle(false);
    else this.#waiting.push({ messageId: id, message, handle, settle, isTaken: false });
    this.#changed();
    return handle;
  }

  waiting(): readonly SteerMessage[] {
    return this.#waiting.map(({ messageId, message }) => ({ messageId, message }));
  }

  take(): readonly SteerMessage[] {
    for (const entry of this.#waiting) entry.isTaken = true;
    return this.waiting();
  }

  sent(messageIds: readonly string[]): void {
    const known = new Set(messageIds);
    this.#settle(({ messageId }) => known.has(messageId), true);
  }

  ended(): readonly SteerMessage[] {
    const unheard = this.waiting();
    this.#settle(() => true, false);
    return unheard;
  }

  watch(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  }

  close(): void {
    this.#isClosed = true;
    this.#settle(() => true, false);
  }

  #cancel(id: string): boolean {
    return this.#settle(({ messageId, isTaken }) => messageId === id && !isTaken, false);
  }

  /** Takes out what it is about. False where that is nothing. */
  #settle(isAbout: (entry: Entry) => boolean, isSent: boolean): boolean {
    const gone = this.#waiting.filter(isAbout);
    if (gone.length === 0) return false;
    const rest = this.#waiting.filter((entry) => !gone.includes(entry));
    this.#waiting.splice(0, this.#waiting.length, ...rest);
    for (const { settle } of gone) settle(isSent);
    this.#changed();
    return true;
  }

  #changed(): void {
    for (const tell of this.#watchers) tell();
  }
}

/** Throws a `TypeError` for what is no message of a user. */
function userMessage(said: Said): Message {
  const given: unknown = said;
  const isContent = (value: unknown) => typeof value === "string" || Array.isArray(value);
  if (typeof said === "string") return { role: "user", content: said };
  if (Array.isArray(said)) return { role: "user", content: said };
  if (typeof given === "object" && given !== null && "role" in given && given.role === "user" && "content" in given)
    if (isContent(given.content) && "role" in said) return said;
  throw new TypeError(
    'What is said to a run must be a string, an array of parts, or a message { role: "user", content }.',
  );
}
