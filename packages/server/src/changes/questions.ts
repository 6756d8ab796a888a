import type { SqliteStore as Store } from "@toolwright/durable";
import type { ChangeEvent } from "@toolwright/view";

const MAX_QUESTIONS = 1_000;

/** Milliseconds after which questions are read without a change: one that expires changes nothing in the store. */
const LOOK_MS = 5_000;

/** Compares the questions that wait with those that were told of last. */
export class Questions {
  readonly #store: Store;
  #told: string;
  #lookedAt = performance.now();

  constructor(store: Store) {
    this.#store = store;
    this.#told = JSON.stringify(pendingQuestions(store));
  }

  /** What is to be told; undefined when nothing is. */
  look(hasChanged: boolean, now = performance.now()): ChangeEvent | undefined {
    if (!hasChanged && now - this.#lookedAt < LOOK_MS) return undefined;
    this.#lookedAt = now;
    const event = pendingQuestions(this.#store);
    const text = JSON.stringify(event);
    if (text === this.#told) return undefined;
    this.#told = text;
    return event;
  }
}

/** The questions that wait now. */
export function pendingQuestions(store: Store): ChangeEvent {
  const pending = store.approvals.list({ limit: MAX_QUESTIONS }).map(({ approvalId, conversation, toolName }) => {
    return { approvalId, threadId: conversation.chatId, toolName };
  });
  return { event: "approvals", data: { pending } };
}
