import type { ChangedTurn, HunkUndoRequest } from "@toolwright/view/internal";
import { browserStorage } from "../base/browser-storage.ts";
import { draftOf } from "../composer/composer-store.ts";
import { Drafts } from "../composer/drafts.ts";
import { type Api, threadPath } from "../server/api.ts";
import { saidBefore } from "../thread/said.ts";
import type { ThreadStore } from "../thread/thread-store.ts";
import { Watchable } from "../thread/watchable.ts";
import { outcomeOf, type Reversed, type UndoOutcome } from "./undo-view.ts";

export interface UndoState {
  /** What each run changed in files, by the id of the run. */
  readonly turns: ReadonlyMap<string, ChangedTurn>;
  /** The run whose changes are being taken back or brought again. */
  readonly busy: string | undefined;
  readonly outcomes: ReadonlyMap<string, UndoOutcome>;
}

/** What is to be taken back, or brought again. */
export interface ReverseOptions {
  readonly runId: string;
  /** Only what it did to this file. */
  readonly path?: string;
  /** Also where files were changed since. */
  readonly force?: boolean;
  /** Also what came after, and the conversation: a fork that goes on from before the run is shown then. */
  readonly fork?: boolean;
}

const drafts = new Drafts(browserStorage("session"));

const NOTHING: UndoState = { turns: new Map(), busy: undefined, outcomes: new Map() };

/** What the runs of the shown thread changed in files, and the way back. */
export class UndoStore extends Watchable<UndoState> {
  readonly #api: Api;
  readonly #thread: ThreadStore;
  #threadId: string | undefined;

  constructor(api: Api, thread: ThreadStore) {
    super(NOTHING);
    this.#api = api;
    this.#thread = thread;
  }

  /** The thread that its turns are of: for a moment, the one that was shown before. */
  get threadId(): string | undefined {
    return this.#threadId;
  }

  /** Follows the shown thread: asks anew whenever it is another one, and when a run has ended. */
  watch(): () => void {
    let seen = "";
    const follow = () => {
      const { threadId, isRunning, isLoading } = this.#thread.state();
      const now = `${isRunning || isLoading} ${threadId}`;
      if (now === seen) return;
      seen = now;
      if (threadId !== this.#threadId) this.change(NOTHING);
      this.#threadId = threadId;
      if (!isRunning && !isLoading) void this.#load();
    };
    follow();
    return this.#thread.subscribe(follow);
  }

  /** Takes back what a run changed, or brings it again. */
  async reverse(kind: "undo" | "redo", options: ReverseOptions): Promise<void> {
    const threadId = this.#threadId;
    if (threadId === undefined || this.state().busy !== undefined) return;
    this.change({ busy: options.runId });
    const answer = await this.#api.post<Reversed>(`${threadPath(threadId)}/${kind}`, options);
    const failed: Reversed = { lines: [answer.ok ? "" : answer.error], done: false, conflicts: [] };
    if (threadId !== this.#threadId) return;
    const reversed = answer.ok ? answer.value : failed;
    this.#tell(options.runId, outcomeOf(kind, reversed, options.fork));
    await this.#load();
    if (reversed.fork !== undefined) await this.#goTo(reversed.fork.id, options.runId);
  }

  /** Takes one hunk of a file back; what came of it is told under its run, or under the empty id for all runs. */
  async reverseHunk(request: HunkUndoRequest): Promise<void> {
    const threadId = this.#threadId;
    if (threadId === undefined || this.state().busy !== undefined) return;
    const { runId = "" } = request;
    this.change({ busy: runId });
    const answer = await this.#api.post<Reversed>(`${threadPath(threadId)}/undo-hunk`, request);
    if (threadId !== this.#threadId) return;
    const { lines, done } = answer.ok ? answer.value : { lines: [answer.error], done: false };
    // Nothing goes over what was changed since: the hunk may be another one there.
    this.#tell(runId, outcomeOf("undo", { lines, done, conflicts: [] }));
    await this.#load();
  }

  /** What the user had said there is in the composer again, to be said otherwise. */
  async #goTo(threadId: string, runId: string): Promise<void> {
    const said = saidBefore(this.#thread.state(), runId);
    const { text, files } = draftOf(said ?? "");
    drafts.write(threadId, "text", text);
    drafts.write(threadId, "files", files);
    await this.#thread.open(threadId);
  }

  /** Forgets what came of an undo. */
  dismiss(runId: string): void {
    this.#tell(runId, undefined);
  }

  #tell(runId: string, outcome: UndoOutcome | undefined): void {
    const outcomes = new Map(this.state().outcomes);
    if (outcome === undefined) outcomes.delete(runId);
    else outcomes.set(runId, outcome);
    this.change({ outcomes, busy: undefined });
  }

  async #load(): Promise<void> {
    const threadId = this.#threadId;
    if (threadId === undefined) return;
    const answer = await this.#api.get<{ readonly turns: readonly ChangedTurn[] }>(`${threadPath(threadId)}/changes`);
    if (!answer.ok || threadId !== this.#threadId) return;
    this.change({ turns: new Map(answer.value.turns.map((turn) => [turn.runId, turn])) });
  }
}
