import type { BranchList } from "@toolwright/view";
import { type Api, threadPath } from "../server/api.ts";
import type { ThreadStore } from "../thread/thread-store.ts";
import { Watchable } from "../thread/watchable.ts";

/** The threads that go different ways from a message on, by the run that it began. */
type Branches = ReadonlyMap<string, readonly string[]>;

const NONE: Branches = new Map();

/** Where other threads go another way than the one that is shown. */
export class BranchStore extends Watchable<Branches> {
  readonly #api: Api;
  readonly #thread: ThreadStore;
  /** The thread from which somebody went to another way. */
  #wanted: string | undefined;

  constructor(api: Api, thread: ThreadStore) {
    super(NONE);
    this.#api = api;
    this.#thread = thread;
  }

  /** Asks anew whenever another thread is shown, and when a run has begun or ended. */
  watch(): () => void {
    let seen = "";
    const follow = () => {
      const { threadId, isRunning, isLoading } = this.#thread.state();
      const now = `${threadId} ${isRunning} ${isLoading}`;
      if (now === seen) return;
      if (seen.split(" ", 1)[0] !== `${threadId}`) this.set(NONE);
      seen = now;
      if (threadId !== undefined && !isLoading) void this.#load(threadId);
    };
    follow();
    return this.#thread.subscribe(follow);
  }

  /** Shows another way: the message at which it parts from this one is to be in sight there. */
  go(to: string): void {
    this.#wanted = this.#thread.state().threadId;
    location.hash = `#${encodeURIComponent(to)}`;
  }

  /** Whether these threads part where somebody went from one to the other; said once. */
  isWanted(threads: readonly string[]): boolean {
    const isIt = this.#wanted !== undefined && threads.includes(this.#wanted);
    if (isIt) this.#wanted = undefined;
    return isIt;
  }

  async #load(threadId: string): Promise<void> {
    const answer = await this.#api.get<BranchList>(`${threadPath(threadId)}/branches`);
    if (!answer.ok || this.#thread.state().threadId !== threadId) return;
    const next: Branches = new Map(answer.value.branches.map(({ runId, threads }) => [runId, threads]));
    const known = [...this.state()].join("|");
    if ([...next].join("|") !== known) this.set(next);
  }
}
