import type { ThreadList } from "@toolwright/view";
import type { FoundThreadSummary } from "@toolwright/view/internal";
import type { Api } from "../server/api.ts";
import { Watchable } from "../thread/watchable.ts";

export interface SearchState {
  /** What is looked for; empty for nothing. */
  readonly words: string;
  /** Undefined until the first answer. */
  readonly found: readonly FoundThreadSummary[] | undefined;
  readonly problem: string | undefined;
}

/** Milliseconds after a letter in which no other came. */
const QUIET_MS = 150;
/** Milliseconds before more is asked for where not everything was looked through yet, and how often. */
const AGAIN = { ms: 300, most: 20 };

const NOTHING: SearchState = { words: "", found: undefined, problem: undefined };

/** Looks for threads while somebody types. */
export class ThreadSearch extends Watchable<SearchState> {
  readonly #api: Api;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: Api) {
    super(NOTHING);
    this.#api = api;
  }

  look(words: string): void {
    clearTimeout(this.#timer);
    const isEmpty = words.trim() === "";
    this.set(isEmpty ? { ...NOTHING, words } : { ...this.state(), words });
    if (!isEmpty) this.#timer = setTimeout(() => void this.#ask(words, 0), QUIET_MS);
  }

  async #ask(words: string, times: number): Promise<void> {
    const answer = await this.#api.get<ThreadList>(`/api/threads?q=${encodeURIComponent(words)}`);
    // Something else is looked for by now.
    if (this.state().words !== words) return;
    if (!answer.ok) return this.set({ ...this.state(), problem: answer.error });
    this.set({ words, found: answer.value.threads, problem: undefined });
    if (answer.value.isPartial === true && times < AGAIN.most) {
      this.#timer = setTimeout(() => void this.#ask(words, times + 1), AGAIN.ms);
    }
  }
}
