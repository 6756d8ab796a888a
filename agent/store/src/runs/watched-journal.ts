import type { JournalEvent } from "@toolwright/core";
import type { StoredJournal } from "../port/journal.ts";
import { FencedJournal } from "../turn/fenced-journal.ts";
import type { OnlyQuestions } from "./only-questions.ts";

/** A journal for one attempt, which says what is being stored. It refuses all that comes when the run was left. */
export class WatchedJournal extends FencedJournal {
  readonly #left: AbortSignal;
  readonly #only: OnlyQuestions;

  constructor(journal: StoredJournal, left: AbortSignal, only: OnlyQuestions) {
    super(journal, left);
    this.#left = left;
    this.#only = only;
  }

  override append(event: JournalEvent): Promise<void> {
    if (this.#left.aborted) return Promise.reject(new Error("The run waits for people, in no process."));
    return this.#only.during(Promise.resolve(super.append(event)));
  }
}
