import type { PendingApproval, Store } from "@toolwright/store";
import type { ChangeEvent } from "@toolwright/view";
import { QUESTIONS, type Subscriber } from "./subscriber.ts";

const MAX_QUESTIONS = 1_000;

/** Milliseconds after which questions are read without a change: one that expires changes nothing in the store. */
const LOOK_MS = 5_000;

/** Tells each reader of the questions that wait, where they are others than it was told last. */
export class Questions {
  readonly #store: Store;
  readonly #told = new WeakMap<Subscriber, string>();
  #asked: readonly PendingApproval[] = [];
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(store: Store) {
    this.#store = store;
  }

  /** A reader's first look is new. Without a change the store is asked only now and then. */
  async tell(readers: Iterable<Subscriber>, hasChanged: boolean, now = performance.now()): Promise<void> {
    if (hasChanged || now - this.#lookedAt >= LOOK_MS) {
      this.#lookedAt = now;
      this.#asked = await this.#store.approvals.list({ limit: MAX_QUESTIONS });
    }
    for (const reader of readers) {
      const event = pendingQuestions(this.#asked.filter(({ owner }) => reader.sees(owner)));
      const text = JSON.stringify(event);
      if (this.#told.get(reader) === text) continue;
      this.#told.set(reader, text);
      reader.push(QUESTIONS, event);
    }
  }
}

function pendingQuestions(asked: readonly PendingApproval[]): ChangeEvent {
  const pending = asked.map(({ approvalId, conversation, toolName }) => {
    return { approvalId, threadId: conversation.chatId, toolName };
  });
  return { event: "approvals", data: { pending } };
}
