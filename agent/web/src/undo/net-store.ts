import type { NetChangeList } from "@toolwright/view/internal";
import { type Api, threadPath } from "../server/api.ts";
import type { ThreadStore } from "../thread/thread-store.ts";
import { Watchable } from "../thread/watchable.ts";
import type { UndoStore } from "./undo-store.ts";

/** `unknown`: the server cannot tell, or not now. */
export type NetChanges = NetChangeList | "unknown";

/** What runs of the shown thread came to in files, by the id of the run; that of all of them under the empty one. */
export type NetState = ReadonlyMap<string, NetChanges>;

/** Knows what is looked at, and asks anew whenever files were changed or brought back. */
export class NetStore extends Watchable<NetState> {
  readonly #api: Api;
  readonly #thread: ThreadStore;
  readonly #undo: UndoStore;
  /** How many places show a run. */
  readonly #watched = new Map<string, number>();
  /** Counts requests: an answer that a later one has overtaken is not shown. */
  #asked = 0;
  readonly #newest = new Map<string, number>();

  constructor(api: Api, thread: ThreadStore, undo: UndoStore) {
    super(new Map());
    this.#api = api;
    this.#thread = thread;
    this.#undo = undo;
    let { turns } = undo.state();
    let { threadId } = thread.state();
    thread.subscribe(() => {
      if (thread.state().threadId === threadId) return;
      threadId = thread.state().threadId;
      // What is known of runs is still that of the thread before: it is looked at when that is another one, too.
      this.set(new Map());
    });
    undo.subscribe(() => {
      if (undo.state().turns === turns) return;
      turns = undo.state().turns;
      this.#lookAtAll();
    });
  }

  /** Keeps it up to date as long as it is shown. Returns what ends that. */
  watch(runId = ""): () => void {
    this.#watched.set(runId, (this.#watched.get(runId) ?? 0) + 1);
    void this.look(runId);
    return () => {
      const left = (this.#watched.get(runId) ?? 1) - 1;
      if (left === 0) this.#watched.delete(runId);
      else this.#watched.set(runId, left);
    };
  }

  async look(runId = ""): Promise<void> {
    const { threadId } = this.#thread.state();
    if (threadId === undefined || (runId !== "" && !this.#hasTurn(threadId, runId))) return;
    this.#asked += 1;
    const place = this.#asked;
    this.#newest.set(runId, place);
    const query = runId === "" ? "" : `?run=${encodeURIComponent(runId)}`;
    const answer = await this.#api.get<NetChangeList>(`${threadPath(threadId)}/net-changes${query}`);
    if (threadId !== this.#thread.state().threadId || this.#newest.get(runId) !== place) return;
    this.set(new Map(this.state()).set(runId, answer.ok ? answer.value : "unknown"));
  }

  #hasTurn(threadId: string, runId: string): boolean {
    return this.#undo.threadId === threadId && this.#undo.state().turns.has(runId);
  }

  #lookAtAll(): void {
    for (const runId of this.#watched.keys()) void this.look(runId);
  }
}
