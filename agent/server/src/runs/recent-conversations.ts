import type { Conversation } from "@toolwright/core";
import { conversationKey } from "@toolwright/core/internal";

/** Conversations that are likely to go on. */
const KEPT = 64;

/** The conversations that were used last and may go on, for what tools have made for them. */
export class RecentConversations {
  readonly #recent = new Map<string, Conversation>();

  /** One that is in use again, or is no more. */
  take(conversation: Conversation): void {
    this.#recent.delete(conversationKey(conversation));
  }

  /** One that rests. Gives those for which there is no more room. */
  put(conversation: Conversation): readonly Conversation[] {
    this.take(conversation);
    this.#recent.set(conversationKey(conversation), conversation);
    const gone = [...this.#recent].slice(0, Math.max(0, this.#recent.size - KEPT));
    for (const [key] of gone) this.#recent.delete(key);
    return gone.map(([, each]) => each);
  }
}
