import type { ThreadMessageLike } from "@assistant-ui/react";
import type { ReversalAnswer } from "@toolwright/view";
import type { NetChangeList, ThreadStep, ThreadSteps } from "@toolwright/view/internal";
import { type Api, threadPath } from "../server/api.ts";
import type { ThreadStore } from "../thread/thread-store.ts";
import { Watchable } from "../thread/watchable.ts";
import { cutMessages, isRest } from "./cut-messages.ts";

/** A look back at the steps of the shown thread. */
export interface PastState {
  /** The line of steps is shown. */
  readonly isOpen: boolean;
  /** Oldest first. */
  readonly steps: readonly ThreadStep[];
  /** The place of the step that is looked at; undefined for now. */
  readonly at: number | undefined;
  /** What was changed in files by then; undefined until it is known, and for now. */
  readonly files: NetChangeList | "unknown" | undefined;
  /** Files that going on from there would take back, while a person is asked. */
  readonly asked: readonly string[] | undefined;
  readonly isBusy: boolean;
  /** What stood against going on, for people. */
  readonly lines: readonly string[];
  /** Files that were changed since: it can be done all the same. */
  readonly conflicts: readonly string[];
}

const CLOSED: PastState = {
  isOpen: false,
  steps: [],
  at: undefined,
  files: undefined,
  asked: undefined,
  isBusy: false,
  lines: [],
  conflicts: [],
};

/** Milliseconds for which a step has to be looked at before its files are asked for. */
const SETTLED_MS = 150;

/** Looks back at what a thread was at the end of a step, and goes on from there. */
export class PastStore extends Watchable<PastState> {
  readonly #api: Api;
  readonly #thread: ThreadStore;
  #threadId: string | undefined;
  #isRunning = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #cut:
    | {
        readonly of: readonly ThreadMessageLike[];
        readonly step: ThreadStep;
        readonly shown: readonly ThreadMessageLike[];
      }
    | undefined;

  constructor(api: Api, thread: ThreadStore) {
    super(CLOSED);
    this.#api = api;
    this.#thread = thread;
    thread.subscribe(() => this.#follow());
  }

  /** The messages of the thread as they were then. */
  messages(): readonly ThreadMessageLike[] {
    const { messages } = this.#thread.state();
    const step = this.step();
    if (step === undefined) return messages;
    if (this.#cut?.of !== messages || this.#cut.step !== step)
      this.#cut = { of: messages, step, shown: cutMessages(messages, step) };
    return this.#cut.shown;
  }

  /** The one that is looked at. */
  step(): ThreadStep | undefined {
    const { steps, at } = this.state();
    return at === undefined ? undefined : steps[at];
  }

  async open(): Promise<void> {
    this.set({ ...CLOSED, isOpen: true });
    await this.#load();
  }

  /** Shows the thread as it is now. */
  close(): void {
    clearTimeout(this.#timer);
    if (this.state() !== CLOSED) this.set(CLOSED);
  }

  /** Looks at a step by its place; the last place is now. */
  lookAt(place: number): void {
    const { steps } = this.state();
    const at = place >= steps.length - 1 ? undefined : Math.max(0, place);
    this.change({ at, files: undefined, asked: undefined, lines: [], conflicts: [] });
    clearTimeout(this.#timer);
    const step = this.step();
    if (step === undefined) return;
    void this.#reach(step.runId);
    this.#timer = setTimeout(() => void this.#loadFiles(step), SETTLED_MS);
  }

  /** Asks which files would be taken back. Where there are none it goes on at once. */
  async ask(): Promise<void> {
    const step = this.step();
    if (step === undefined || this.state().isBusy) return;
    this.change({ isBusy: true });
    const changed = await this.#api.get<NetChangeList>(`${this.#path()}/net-changes?after=${step.seq}`);
    if (step !== this.step()) return;
    const files = changed.ok ? changed.value.files.map(({ path }) => path) : [];
    this.change({ isBusy: false, ...(files.length > 0 && { asked: files }) });
    if (files.length === 0) await this.goOn(false);
  }

  /** Goes on from the step in a fork; with its files, where nothing stands against that. */
  async goOn(files: boolean, force = false): Promise<void> {
    const step = this.step();
    if (step === undefined || this.state().isBusy) return;
    this.change({ isBusy: true });
    const body = { seq: step.seq, files, ...(force && { force }) };
    const answer = await this.#api.post<ReversalAnswer>(`${this.#path()}/go-on`, body);
    if (step !== this.step()) return;
    if (!answer.ok) return this.change({ isBusy: false, lines: [answer.error], conflicts: [] });
    const { fork, lines, conflicts, notForked } = answer.value;
    if (fork !== undefined) return this.#thread.open(fork.id);
    this.change({ isBusy: false, lines: notForked === undefined ? lines : [...lines, notForked], conflicts });
  }

  #path(): string {
    return threadPath(this.#threadId ?? "");
  }

  #follow(): void {
    const { threadId, isRunning, isSending } = this.#thread.state();
    // What is said next is said now.
    if (threadId !== this.#threadId || isSending) this.close();
    const hasEnded = this.#isRunning && !isRunning;
    this.#threadId = threadId;
    this.#isRunning = isRunning;
    if (hasEnded && this.state().isOpen) void this.#load();
  }

  async #load(): Promise<void> {
    const threadId = this.#threadId;
    const answer = await this.#api.get<ThreadSteps>(`${this.#path()}/steps`);
    if (threadId !== this.#threadId || !this.state().isOpen) return;
    if (answer.ok) this.change({ steps: answer.value.steps });
    else this.change({ lines: [answer.error] });
  }

  /** Its run may be further back than what is loaded. */
  async #reach(runId: string): Promise<void> {
    for (;;) {
      const { messages, before } = this.#thread.state();
      const isWhole = messages.some((message) => message.id === runId && !isRest(message));
      if (before === undefined || isWhole || this.step()?.runId !== runId) return;
      await this.#thread.loadEarlier();
      if (this.#thread.state().messages === messages) return;
    }
  }

  async #loadFiles(step: ThreadStep): Promise<void> {
    const answer = await this.#api.get<NetChangeList>(`${this.#path()}/net-changes?until=${step.seq}`);
    if (step === this.step()) this.change({ files: answer.ok ? answer.value : "unknown" });
  }
}
