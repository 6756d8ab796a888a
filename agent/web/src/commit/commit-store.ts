import type { CommitAnswer, CommitMessage, CommitOffer, CommitPlan } from "@toolwright/view/internal";
import { type Api, threadPath } from "../server/api.ts";
import type { ThreadStore } from "../thread/thread-store.ts";
import { Watchable } from "../thread/watchable.ts";

/** How far a person is with the commit of a thread. */
export interface CommitState {
  /** What would be committed; undefined while the form is closed, or that is not known yet. */
  readonly plan: CommitPlan | undefined;
  /** The server is asked for it, or told to commit. */
  readonly isBusy: boolean;
  readonly message: string;
  /** The model writes a message. */
  readonly isWriting: boolean;
  /** Why the model has written none. */
  readonly notWritten: string | undefined;
  /** Why nothing can be committed. */
  readonly problem: string | undefined;
  /** The call of the newest commit of this page. */
  readonly toolCallId: string | undefined;
}

const NONE: CommitState = {
  plan: undefined,
  isBusy: false,
  message: "",
  isWriting: false,
  notWritten: undefined,
  problem: undefined,
  toolCallId: undefined,
};

/** The commit of what the shown thread changed: its files, its message, and the call that makes it. */
export class CommitStore extends Watchable<CommitState> {
  readonly #api: Api;
  #threadId: string | undefined;
  /** Counts forms: what the model wrote for one that was closed is not shown in the next. */
  #opened = 0;

  constructor(api: Api, thread: ThreadStore) {
    super(NONE);
    this.#api = api;
    this.#threadId = thread.state().threadId;
    thread.subscribe(() => {
      const { threadId } = thread.state();
      if (threadId === this.#threadId) return;
      this.#threadId = threadId;
      this.cancel();
    });
  }

  /** Shows what would be committed, and has the model write a message for it. */
  async open(): Promise<void> {
    if (this.#threadId === undefined || this.state().isBusy) return;
    this.#opened += 1;
    const opened = this.#opened;
    const path = `${threadPath(this.#threadId)}/commit`;
    this.set({ ...NONE, isBusy: true });
    const asked = await this.#api.get<CommitOffer>(path);
    if (opened !== this.#opened) return;
    const offer = asked.ok ? asked.value : { ready: false as const, reason: asked.error };
    if (!offer.ready) return this.set({ ...NONE, problem: offer.reason });
    this.set({ ...NONE, plan: offer, isWriting: true });
    const written = await this.#api.post<CommitMessage>(`${path}/message`);
    if (opened !== this.#opened || this.state().plan === undefined) return;
    const told = written.ok ? written.value : { written: false as const, reason: written.error };
    if (!told.written) this.change({ isWriting: false, notWritten: told.reason });
    // A person who has begun to write goes on.
    else this.change({ isWriting: false, ...(this.state().message === "" && { message: told.message }) });
  }

  write(message: string): void {
    this.change({ message });
  }

  /** Closes the form, and forgets what came of the last commit. */
  cancel(): void {
    this.#opened += 1;
    this.set(NONE);
  }

  /** Begins the call that commits: it stands in the conversation, and is asked about there. */
  async commit(): Promise<void> {
    const { message, isBusy } = this.state();
    if (this.#threadId === undefined || isBusy || message.trim() === "") return;
    const opened = this.#opened;
    this.change({ isBusy: true, problem: undefined });
    const begun = await this.#api.post<CommitAnswer>(`${threadPath(this.#threadId)}/commit`, { message });
    if (opened !== this.#opened) return;
    if (begun.ok) this.set({ ...NONE, toolCallId: begun.value.toolCallId });
    else this.change({ isBusy: false, problem: begun.error });
  }
}
