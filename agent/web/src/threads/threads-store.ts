import type { ApprovalList, ChangeEvent, ThreadList, ThreadPatch, ThreadSummary } from "@toolwright/view";
import type { PendingQuestion, ThreadChange } from "@toolwright/view/internal";
import { type Api, threadPath } from "../server/api.ts";
import { readChanges } from "../server/read-changes.ts";
import { notifies } from "../settings/notifications.ts";
import { pause } from "../thread/pause.ts";
import { Watchable } from "../thread/watchable.ts";

export interface ThreadsState {
  readonly threads: readonly ThreadSummary[];
  /** The one that was opened last. */
  readonly shown: ThreadSummary | undefined;
  /** Those in use, or those that were put away. */
  readonly shows: "active" | "archived";
  /** Where the list goes on; undefined when it is whole. */
  readonly next: string | undefined;
  /** Questions of all threads that wait for an answer. */
  readonly pending: readonly PendingQuestion[];
  readonly problem: string | undefined;
  /** Whether the server tells of changes; a page that is not seen asks for none, and says nothing else of it. */
  readonly isReached: boolean;
  /** Whether the server answers, and does not let the page in: its token is another one now. */
  readonly isRefused: boolean;
  /** The number of the newest event of each thread that has changed since the page was opened. */
  readonly newest: ReadonlyMap<string, number>;
}

/** Milliseconds after which a stream of changes is asked for again: one that broke off, and one that was refused. */
const AGAIN_MS = 2_000;
const REFUSED_MS = 5_000;

const RANGES = { active: "?limit=50", archived: "?archived=1&limit=50" } as const;

const NOTHING: ThreadsState = {
  threads: [],
  shown: undefined,
  shows: "active",
  next: undefined,
  pending: [],
  problem: undefined,
  isReached: true,
  isRefused: false,
  newest: new Map(),
};

/** The threads of the server and what they wait for, as they change. */
export class ThreadsStore extends Watchable<ThreadsState> {
  readonly #api: Api;
  readonly #onThread: (change: ThreadChange) => void;
  /** Ends the stream of changes; undefined while there is none. */
  #listening: AbortController | undefined;

  /** `onThread` hears of every thread that changed, whoever changed it. */
  constructor(api: Api, onThread: (change: ThreadChange) => void) {
    super(NOTHING);
    this.#api = api;
    this.#onThread = onThread;
  }

  /**
   * Begins to hear of changes. A page that is not seen hears none, unless it is to tell of questions: a browser has few
   * connections for all its tabs.
   */
  watch(): () => void {
    const followVisibility = () => (document.hidden && !notifies() ? this.#close() : this.#listen());
    document.addEventListener("visibilitychange", followVisibility);
    followVisibility();
    return () => {
      document.removeEventListener("visibilitychange", followVisibility);
      this.#close();
    };
  }

  /** A thread is open: it is listed, however long ago it was used. */
  open(shown: ThreadSummary): void {
    this.#list(this.state().threads, { shown });
  }

  /** Undefined for one that is neither listed nor open. */
  find(threadId: string | undefined): ThreadSummary | undefined {
    const { threads, shown } = this.state();
    return threads.find(({ id }) => id === threadId) ?? (shown?.id === threadId ? shown : undefined);
  }

  async load(): Promise<void> {
    const { shows } = this.state();
    // What is pinned may have been used long ago.
    const [page, pinned] = await Promise.all([
      this.#api.get<ThreadList>(`/api/threads${RANGES[shows]}`),
      shows === "active" ? this.#api.get<ThreadList>("/api/threads?pinned=1&limit=200") : undefined,
    ]);
    if (this.state().shows !== shows) return;
    if (!page.ok) return this.change({ problem: page.error, isRefused: page.status === 401 });
    const others = pinned?.ok === true ? pinned.value.threads : [];
    const { threads, next } = page.value;
    this.#list([...threads, ...others], { next, problem: undefined, isRefused: false });
  }

  /** Shows the threads in use, or those that were put away. */
  async show(shows: ThreadsState["shows"]): Promise<void> {
    this.change({ shows, threads: [], next: undefined });
    await this.load();
  }

  /** Gives a thread another title, pins it, or puts it away. */
  async alter(threadId: string, patch: ThreadPatch): Promise<void> {
    const changed = await this.#api.patch<ThreadSummary>(threadPath(threadId), patch);
    if (changed.ok) this.#changed(changed.value);
    else this.change({ problem: changed.error });
  }

  /** Tries at once what the server has refused, such as after it was given another token. */
  async again(): Promise<void> {
    await this.load();
    if (this.#listening === undefined) return;
    this.#close();
    this.#listen();
  }

  /** Tells of something that did not work. */
  tell(problem: string): void {
    this.change({ problem });
  }

  async loadMore(): Promise<void> {
    const { next, threads, shows } = this.state();
    if (next === undefined) return;
    const page = await this.#api.get<ThreadList>(`/api/threads${RANGES[shows]}&cursor=${encodeURIComponent(next)}`);
    if (!page.ok) return this.change({ problem: page.error });
    this.#list([...threads, ...page.value.threads], { next: page.value.next });
  }

  async delete(threadId: string): Promise<boolean> {
    const deleted = await this.#api.delete(threadPath(threadId));
    if (deleted.ok) this.#without(threadId, { problem: undefined });
    else this.change({ problem: deleted.error });
    return deleted.ok;
  }

  #listen(): void {
    if (this.#listening !== undefined) return;
    this.#listening = new AbortController();
    void this.#follow(this.#listening.signal);
  }

  /** Hears of changes until it is closed, over as many connections as it takes. */
  async #follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const answer = await this.#api.stream("/api/changes", { signal });
      if (signal.aborted) return;
      if (answer.ok && answer.value?.body) await this.#hear(answer.value.body, signal);
      if (signal.aborted) return;
      this.change({ isReached: false });
      // Says why, where there is a reason: the token may be another one now.
      if (!answer.ok && answer.status !== 0) void this.load();
      await pause(answer.ok || answer.status === 0 ? AGAIN_MS : REFUSED_MS, signal);
    }
  }

  async #hear(body: ReadableStream<Uint8Array<ArrayBuffer>>, signal: AbortSignal): Promise<void> {
    this.change({ isReached: true });
    // What happened while nothing was heard is not told again.
    void this.load();
    try {
      for await (const event of readChanges(body)) {
        if (signal.aborted) return;
        this.#take(event);
      }
    } catch {
      // The connection broke off.
    }
  }

  #take({ event, data }: ChangeEvent): void {
    if (event === "reset") void this.load();
    else if (event === "approvals") void this.#loadPending();
    else if (event === "thread") this.#changed(data);
  }

  #close(): void {
    this.#listening?.abort();
    this.#listening = undefined;
  }

  #changed(change: ThreadChange): void {
    const { newest, shown, threads } = this.state();
    if ("deleted" in change) this.#without(change.id);
    else {
      const isShown = shown?.id === change.id && { shown: change };
      this.#list([change, ...threads], { newest: new Map(newest).set(change.id, change.seq), ...isShown });
    }
    this.#onThread(change);
  }

  #without(threadId: string, change: Partial<ThreadsState> = {}): void {
    const { shown, threads } = this.state();
    const others = threads.filter(({ id }) => id !== threadId);
    this.#list(others, { ...change, ...(shown?.id === threadId && { shown: undefined }) });
  }

  /** Lists each once, as it stands there first, and the one that is shown with them. */
  #list(threads: readonly ThreadSummary[], change: Partial<ThreadsState>): void {
    const { shown, shows } = { ...this.state(), ...change };
    const all = [...threads, ...(shown === undefined ? [] : [shown])];
    const each = new Map(all.toReversed().map((thread) => [thread.id, thread]));
    const listed = [...each.values()].filter(({ archived }) => (archived === true) === (shows === "archived"));
    this.change({ ...change, threads: listed.toSorted((a, b) => b.updatedAt - a.updatedAt) });
  }

  async #loadPending(): Promise<void> {
    const page = await this.#api.get<ApprovalList>("/api/approvals");
    if (page.ok) this.change({ pending: page.value.approvals });
  }
}
