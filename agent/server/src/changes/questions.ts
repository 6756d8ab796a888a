import type { Store } from "@toolwright/store";
import type { ChangeEvent } from "@toolwright/view";

const MAX_QUESTIONS = 1_000;

/** Milliseconds after which questions are read without a change: one that expires changes nothing in the store. */
const LOOK_MS = 5_000;

/** The questions that wait, and whether they are others than at the last look. */
export interface LookedQuestions {
  readonly event: ChangeEvent;
  readonly isNew: boolean;
}

/** Compares the questions that wait with those of the look before. */
export class Questions {
  readonly #store: Store;
  #event: ChangeEvent = { event: "approvals", data: { pending: [] } };
  #text: string | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(store: Store) {
    this.#store = store;
  }

  /** The first look is new. Without a change the store is asked only now and then. */
  async look(hasChanged: boolean, now = performance.now()): Promise<LookedQuestions> {
    if (!hasChanged && now - this.#lookedAt < LOOK_MS) return { event: this.#event, isNew: false };
    this.#lookedAt = now;
    this.#event = await pendingQuestions(this.#store);
    const text = JSON.stringify(this.#event);
    const isNew = text !== this.#text;
    this.#text = text;
    return { event: this.#event, isNew };
  }
}

async function pendingQuestions(store: Store): Promise<ChangeEvent> {
  const asked = await store.approvals.list({ limit: MAX_QUESTIONS });
  const pending = asked.map(({ approvalId, conversation, toolName }) => {
    return { approvalId, threadId: conversation.chatId, toolName };
  });
  return { event: "approvals", data: { pending } };
}
