import type { Conversation, Journal, JournalEvent } from "@toolwright/core";
import type { Lease, Store } from "@toolwright/store";

/** The journal of a conversation that is stored from its first message on, under a lease that its command holds. */
export class KeptJournal implements Journal {
  readonly keepsOrder = true;
  readonly #store: Store;
  #conversation: Conversation;
  #journal: Journal | undefined;

  constructor(store: Store, conversation: Conversation) {
    this.#store = store;
    this.#conversation = conversation;
  }

  /** Writes to this conversation from now on. */
  open(conversation: Conversation, lease: Lease): void {
    this.#conversation = conversation;
    this.#journal = this.#store.journal(this.#conversation, { lease });
  }

  append(event: JournalEvent): void | Promise<void> {
    if (this.#journal === undefined) throw new Error("The conversation has not begun.");
    return this.#journal.append(event);
  }

  read(after?: number): AsyncIterable<JournalEvent> {
    return this.#store.journal(this.#conversation).read(after);
  }

  lastSeq(): number | Promise<number> {
    return this.#store.journal(this.#conversation).lastSeq();
  }
}
