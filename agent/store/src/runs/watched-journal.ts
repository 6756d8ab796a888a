import type { JournalEvent } from "@toolwright/core";
import type { StoredJournal } from "../port/journal.ts";
import { FencedJournal } from "../turn/fenced-journal.ts";
import type { OnlyQuestions } from "./only-questions.ts";

/** A journal for one attempt, which says what is being stored. */
export class WatchedJournal extends FencedJournal {
  readonly #only: OnlyQuestions;

  constructor(journal: StoredJournal, left: AbortSignal, only: OnlyQuestions) {
    super(journal, left);
    this.#only = only;
  }

  override append(event: JournalEvent): Promise<void> {
    return this.#only.during(Promise.resolve(super.append(event)));
  }
}
