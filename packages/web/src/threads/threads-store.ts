import {
  type Fields,
  isFields,
  numberIn,
  type PendingQuestion,
  type ThreadChange,
  type ThreadPatch,
  type ThreadSummary,
  textIn,
} from "@toolwright/view";
import type { Api } from "../server/api.ts";
import { readChanges, type ServerEvent } from "../server/read-changes.ts";
import { notifies } from "../settings/notifications.ts";
import { Announcer } from "../thread/announcer.ts";
import { pause } from "../thread/pause.ts";

export interface ThreadsState {
  readonly threads: readonly ThreadSummary[];
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

interface ThreadsPage {
  readonly threads: readonly ThreadSummary[];
  readonly next?: string;
}

/** The threads of the server and what they wait for, as they change. */
export class ThreadsStore extends Announcer {
  readonly #api: Api;
  readonly #onThread: (change: ThreadChange) => void;
  /** Ends the stream of changes; undefined while there is none. */
  #listening: AbortController | undefined;
  #state: ThreadsState = {
    threads: [],
    shows: "active",
    next: undefined,
    pending: [],
    problem: undefined,
    isReached: true,
    isRefused: false,
    newest: new Map(),
  };

  /** `onThread` hears of every thread that changed, whoever changed it. */
  constructor(api: Api, onThread: (change: ThreadChange) => void) {
    super();
    this.#api = api;
    this.#onThread = onThread;
  }

  readonly state = (): ThreadsState => this.#state;

  /** Begins to hear of changes. A page that is not seen hears none, unless it is to tell of questions: a browser has few connections for all its tabs. */
  watch(): () => void {
    const followVisibility = () => (document.hidden && !notifies() ? this.#close() : this.#listen());
    document.addEventListener("visibilitychange", followVisibility);
    followVisibility();
    return () => {
      document.removeEventListener("visibilitychange", followVisibility);
      this.#close();
    };
  }

  async load(): Promise<void> {
    const { shows } = this.#state;
    // What is pinned may have been used long ago.
    const [page, pinned] = await Promise.all([
      this.#api.get<ThreadsPage>(`/api/threads${RANGES[shows]}`),
      shows === "active" ? this.#api.get<ThreadsPage>("/api/threads?pinned=1&limit=200") : undefined,
    ]);
    if (this.#state.shows !== shows) return;
    if (!page.ok) return this.#set({ problem: page.error, isRefused: page.status === 401 });
    const known = new Set(page.value.threads.map(({ id }) => id));
    const others = pinned?.ok === true ? pinned.value.threads.filter(({ id }) => !known.has(id)) : [];
    const threads = [...page.value.threads, ...others];
    this.#set({ threads, next: page.value.next, problem: undefined, isRefused: false });
  }

  /** Shows the threads in use, or those that were put away. */
  async show(shows: ThreadsState["shows"]): Promise<void> {
    this.#set({ shows, threads: [], next: undefined });
    await this.load();
  }

  /** Pins a thread, or puts it away. */
  async mark(threadId: string, marks: Pick<ThreadPatch, "pinned" | "archived">): Promise<void> {
    const marked = await this.#api.patch<ThreadSummary>(`/api/threads/${encodeURIComponent(threadId)}`, marks);
    if (marked.ok) this.#changed(marked.value);
    else this.#set({ problem: marked.error });
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
    this.#set({ problem });
  }

  async loadMore(): Promise<void> {
    const { next, threads, shows } = this.#state;
    if (next === undefined) return;
    const page = await this.#api.get<ThreadsPage>(`/api/threads${RANGES[shows]}&cursor=${encodeURIComponent(next)}`);
    if (!page.ok) return this.#set({ problem: page.error });
    const known = new Set(threads.map(({ id }) => id));
    const more = page.value.threads.filter(({ id }) => !known.has(id));
    this.#set({ threads: [...threads, ...more], next: page.value.next });
  }

  async rename(threadId: string, title: string): Promise<void> {
    const renamed = await this.#api.patch(`/api/threads/${encodeURIComponent(threadId)}`, { title });
    if (renamed.ok) await this.load();
    else this.#set({ problem: renamed.error });
  }

  async delete(threadId: string): Promise<boolean> {
    const deleted = await this.#api.delete(`/api/threads/${encodeURIComponent(threadId)}`);
    if (deleted.ok) this.#set({ threads: this.#state.threads.filter(({ id }) => id !== threadId), problem: undefined });
    else this.#set({ problem: deleted.error });
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
      this.#set({ isReached: false });
      // Says why, where there is a reason: the token may be another one now.
      if (!answer.ok && answer.status !== 0) void this.load();
      await pause(answer.ok || answer.status === 0 ? AGAIN_MS : REFUSED_MS, signal);
    }
  }

  async #hear(body: ReadableStream<Uint8Array<ArrayBuffer>>, signal: AbortSignal): Promise<void> {
    this.#set({ isReached: true });
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

  #take({ event, data }: ServerEvent): void {
    if (event === "reset") void this.load();
    else if (event === "approvals") void this.#loadPending();
    else if (event === "thread") {
      const change = threadChange(data);
      if (change !== undefined) this.#changed(change);
    }
  }

  #close(): void {
    this.#listening?.abort();
    this.#listening = undefined;
  }

  #changed(change: ThreadChange): void {
    const others = this.#state.threads.filter(({ id }) => id !== change.id);
    const isListed = !("deleted" in change) && (change.archived === true) === (this.#state.shows === "archived");
    const threads = isListed ? [change, ...others] : others;
    const newest = "deleted" in change ? this.#state.newest : new Map(this.#state.newest).set(change.id, change.seq);
    this.#set({ threads: threads.toSorted((a, b) => b.updatedAt - a.updatedAt), newest });
    this.#onThread(change);
  }

  async #loadPending(): Promise<void> {
    const page = await this.#api.get<{ readonly approvals: readonly PendingQuestion[] }>("/api/approvals");
    if (page.ok) this.#set({ pending: page.value.approvals });
  }

  #set(change: Partial<ThreadsState>): void {
    this.#state = { ...this.#state, ...change };
    this.announce();
  }
}

/** What is told of a thread; undefined for anything else. */
function threadChange(data: Fields): ThreadChange | undefined {
  const id = textIn(data, "id");
  const status = STATUSES.find((known) => known === data.status);
  if (id === undefined) return undefined;
  if (data.deleted === true) return { id, deleted: true };
  if (status === undefined) return undefined;
  const [createdAt, updatedAt, seq] = [numberIn(data, "createdAt"), numberIn(data, "updatedAt"), numberIn(data, "seq")];
  return {
    id,
    title: textIn(data, "title") ?? "",
    createdAt: createdAt ?? 0,
    updatedAt: updatedAt ?? 0,
    status,
    seq: seq ?? 0,
    ...forkedFrom(data),
    ...(data.pinned === true && { pinned: true }),
    ...(data.archived === true && { archived: true }),
  };
}

function forkedFrom(data: Fields): Pick<ThreadSummary, "forkedFrom"> {
  const from = data.forkedFrom;
  const id = isFields(from) ? textIn(from, "id") : undefined;
  return id === undefined || !isFields(from) ? {} : { forkedFrom: { id, seq: numberIn(from, "seq") ?? 0 } };
}

const STATUSES = ["running", "waiting", "interrupted", "idle"] as const;
