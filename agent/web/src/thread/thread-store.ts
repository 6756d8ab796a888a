import { type ForkRequest, RunFold, type ThreadPage, type ThreadSummary } from "@toolwright/view";
import type { RatingRequest, ThreadChange } from "@toolwright/view/internal";
import { type Answer, threadPath } from "../server/api.ts";
import { connectionTexts } from "../words/connection.ts";
import { type AskAgain, askAgain, isUnanswered } from "./ask-again.ts";
import { FrameSchedule } from "./frame-schedule.ts";
import { loadedMessages } from "./loaded-messages.ts";
import { LoadedPages } from "./loaded-pages.ts";
import { pause } from "./pause.ts";
import { readInto } from "./read-into.ts";
import { RequestKey } from "./request-key.ts";
import { justSaid, withAnswer } from "./said.ts";
import { NO_THREAD, type ThreadState } from "./thread-state.ts";
import type { ThreadStoreOptions } from "./thread-store-options.ts";
import { toMessage, withRating, withStored } from "./to-message.ts";
import { type NewMessage, sentContent, type UserContent } from "./user-content.ts";
import { Watchable } from "./watchable.ts";

/** How often a lost connection is tried again: with 500 ms at first, for about a minute. */
const RETRIES = 7;
const RETRY_MS = 500;
/** Milliseconds in which a page that is being left is gone. */
const LEAVING_MS = 300;
/** How often a thread is asked for that the server may be about to make. */
const LOOKS = 3;

/** The conversation that is shown: a copy of what the server has, and the run that is under way. */
export class ThreadStore extends Watchable<ThreadState> {
  readonly #options: ThreadStoreOptions;
  readonly #frame = new FrameSchedule(() => this.#publishDraft());
  #draft: RunFold | undefined;
  /** What is loaded of the thread; undefined before anything is. One that begins here has nothing to load. */
  #pages: LoadedPages | undefined = new LoadedPages();
  /** Ends the reading of whatever was shown before. */
  #reading = new AbortController();
  /** Settles when the thread that was opened last is shown. */
  #loaded: Promise<unknown> = Promise.resolve();
  readonly #key = new RequestKey();
  #sent = 0;
  /** Whether what is being sent shall be stopped as soon as the server has it. */
  #isStopWanted = false;
  /** Whether a fork is being made: a second click makes no second one. */
  #isForking = false;

  constructor(options: ThreadStoreOptions) {
    super(NO_THREAD);
    this.#options = options;
  }

  /** Shows a thread, or an empty one. */
  async open(threadId: string | undefined): Promise<void> {
    const signal = this.#leave();
    this.#pages = threadId === undefined ? new LoadedPages() : undefined;
    this.change({ ...NO_THREAD, threadId, isLoading: threadId !== undefined });
    if (threadId !== undefined) await this.#load(threadId, signal);
  }

  /** Reads the thread again where something else than this page has added to it, such as the page in another tab. */
  async hear(change: ThreadChange): Promise<void> {
    // What is being loaded may hold it already, and whoever waits for that says something then.
    if (change.id === this.state().threadId) await this.#loaded;
    const { threadId, isRunning, seq } = this.state();
    if (change.id !== threadId) return;
    if ("deleted" in change) {
      this.#leave();
      this.change({ ...NO_THREAD, problem: connectionTexts.deleted });
    } else if (!isRunning && change.seq > seq) {
      await this.#load(threadId, this.#leave());
    }
  }

  /** Puts older messages before those that are shown. */
  async loadEarlier(): Promise<void> {
    const { threadId, before } = this.state();
    const pages = this.#pages;
    if (threadId === undefined || before === undefined || pages === undefined) return;
    const { signal } = this.#reading;
    this.change({ before: undefined });
    const page = await this.#options.api.get<ThreadPage>(`${threadPath(threadId)}?limit=1000&before=${before}`);
    if (signal.aborted) return;
    if (!page.ok) return this.change({ before, problem: page.error });
    const since = this.state().messages.slice(pages.messages.length);
    pages.prepend(page.value);
    this.change({ messages: [...pages.messages, ...since], before: pages.before });
  }

  /** Says something. The message is shown at once, and taken back when the server refuses it: `false` then. */
  async send({ content, ...choice }: NewMessage): Promise<boolean> {
    const { threadId, messages } = this.state();
    const signal = this.#leave();
    this.#sent += 1;
    this.#isStopWanted = false;
    const said = { ...choice, message: { role: "user", content: sentContent(content) }, threadId };
    const key = this.#key.of(said);
    const begins = threadId === undefined ? key : undefined;
    this.#draft = new RunFold({ runId: `begun-${this.#sent}`, createdAt: Date.now() });
    this.change({
      messages: [...messages, justSaid(content, this.#sent), toMessage(this.#draft.message())],
      begins,
      isRunning: true,
      isSending: true,
      problem: undefined,
      connection: "live",
    });
    const body = { ...said, newThreadId: begins };
    const answer = await this.#options.api.stream("/api/chat", { body, key, signal });
    if (answer.ok || answer.status !== 0 || signal.aborted) this.#key.settle();
    // A page that is being left hears that its requests broke off: what follows is for the one that comes.
    if (!answer.ok && answer.status === 0) await pause(LEAVING_MS, signal);
    if (signal.aborted) return true;
    if (!answer.ok || answer.value === undefined) {
      this.#draft = undefined;
      this.change({
        messages,
        begins: undefined,
        isRunning: false,
        isSending: false,
        problem: answer.ok ? connectionTexts.noAnswer : answer.error,
      });
      return false;
    }
    const made = threadId ?? answer.value.headers.get("x-toolwright-thread") ?? begins;
    this.change({ threadId: made, begins: undefined, isSending: false });
    void this.#follow(answer.value, signal);
    if (this.#isStopWanted) await this.stop();
    return true;
  }

  /** Shows a fork that holds what was there when a run had ended; the thread stays as it is. */
  async branch(runId: string): Promise<void> {
    await this.#fork({ after: runId });
  }

  /** Says something in the place of what a run began with, in a fork that is shown then; the thread stays as it is. */
  async sayInstead(runId: string, content: UserContent): Promise<void> {
    if (await this.#fork({ before: runId })) await this.send({ content });
  }

  /** False where there is none: why is told. */
  async #fork(place: ForkRequest): Promise<boolean> {
    const { threadId } = this.state();
    if (threadId === undefined || this.#isForking) return false;
    this.#isForking = true;
    const answer = await this.#options.api.post<ThreadSummary>(`${threadPath(threadId)}/fork`, place);
    this.#isForking = false;
    if (this.state().threadId !== threadId) return false;
    await (answer.ok ? this.open(answer.value.id) : this.tell(answer.error));
    return answer.ok;
  }

  /** Stops the run that is shown. */
  async stop(): Promise<void> {
    const { isSending } = this.state();
    this.#isStopWanted = isSending;
    if (!isSending) await this.#tellServer("stop");
  }

  /** Has the quarantined run that is shown taken up again. */
  async retry(): Promise<void> {
    await this.#tellServer("retry");
  }

  async #tellServer(verb: "stop" | "retry"): Promise<void> {
    const { threadId } = this.state();
    if (threadId === undefined) return;
    const answer = await this.#options.api.post(`${threadPath(threadId)}/${verb}`);
    if (!answer.ok) this.change({ problem: answer.error });
  }

  /** Shows what a person thinks of an answer. */
  rated(runId: string, rating: RatingRequest): void {
    this.#pages?.rated(runId, rating);
    this.change({ messages: withRating(this.state().messages, runId, rating) });
  }

  /** Tells of something that did not work; undefined when that is over. */
  tell(problem: string | undefined): void {
    this.change({ problem });
  }

  #leave(): AbortSignal {
    this.#reading.abort();
    this.#reading = new AbortController();
    this.#draft = undefined;
    return this.#reading.signal;
  }

  async #load(threadId: string, signal: AbortSignal): Promise<void> {
    const showing = this.#showThread(threadId, signal);
    this.#loaded = showing;
    if (await showing) await this.#follow(undefined, signal);
  }

  /** True where it has a run to follow. */
  async #showThread(threadId: string, signal: AbortSignal): Promise<boolean> {
    const page = await this.#ask(threadPath(threadId) + (this.#pages?.query ?? ""), signal, (status, times) => {
      return status === 404 && times < LOOKS && this.#options.isSentTo?.(threadId) === true;
    });
    if (signal.aborted) return false;
    // What is said next begins another thread, where this one is not there.
    const isThere = !page.ok && page.status === 404 ? { threadId: undefined, connection: "live" as const } : {};
    if (!page.ok) this.change({ ...isThere, isLoading: false, isRunning: false, problem: page.error });
    if (!page.ok) return false;
    this.#options.onShown?.(page.value);
    const { usage, seq } = page.value;
    const { open, isOpen, isInterrupted } = loadedMessages(page.value);
    this.#pages = (this.#pages ?? new LoadedPages()).renew(page.value);
    const { messages, before } = this.#pages;
    this.change({
      messages,
      before,
      seq,
      isLoading: false,
      isRunning: isOpen,
      isInterrupted,
      usage,
      connection: "live",
    });
    if (!isOpen) return false;
    const { id: runId = `open-${threadId}`, createdAt = Date.now() } = open ?? {};
    this.#draft = new RunFold({ runId, createdAt });
    this.#publishDraft();
    return true;
  }

  /** Reads the run to its end, over as many connections as it takes. */
  async #follow(first: Response | undefined, signal: AbortSignal): Promise<void> {
    let failures = 0;
    let response = first ?? (await this.#takeUp(signal));
    while (!signal.aborted) {
      if (response === "over") return this.#reload(signal);
      const seq = this.#draft?.seq;
      await readInto(this.#draft, response, { signal, onFrames: () => this.#frame.request() });
      if (signal.aborted) return;
      if (this.#draft?.isOver === true) return this.#finish();
      failures = this.#draft?.seq === seq ? failures + 1 : 0;
      if (failures > RETRIES)
        return this.change({ connection: "lost", isRunning: false, problem: connectionTexts.lost });
      this.change({ connection: "reconnecting" });
      await pause((this.#options.retryMs ?? RETRY_MS) * 2 ** failures, signal);
      response = await this.#takeUp(signal);
    }
  }

  async #takeUp(signal: AbortSignal): Promise<Response | "over" | undefined> {
    const { threadId } = this.state();
    const draft = this.#draft;
    if (threadId === undefined || draft === undefined || signal.aborted) return "over";
    draft.rewind();
    const after = draft.seq === 0 ? "" : `?after=${draft.seq}`;
    const answer = await this.#options.api.stream(`${threadPath(threadId)}/stream${after}`, { signal });
    if (answer.ok) return answer.value ?? "over";
    return answer.status === 404 ? "over" : undefined;
  }

  /** The end of a run that was not heard: what is stored tells it. */
  async #reload(signal: AbortSignal): Promise<void> {
    const { threadId } = this.state();
    this.#draft = undefined;
    // The server has not taken up the run: there is no hurry to ask again.
    if (this.state().isInterrupted) await pause(10 * (this.#options.retryMs ?? RETRY_MS), signal);
    if (threadId !== undefined && !signal.aborted) await this.#load(threadId, signal);
  }

  #finish(): void {
    this.#publishDraft();
    const { seq = 0 } = this.#draft ?? {};
    this.#draft = undefined;
    this.change({ seq, isRunning: false, connection: "live" });
    void this.#lookAgain();
  }

  /**
   * What only the store knows of a run that has ended, such as what it used: asked for until it is told, or something
   * else is shown.
   */
  async #lookAgain(): Promise<void> {
    const { threadId } = this.state();
    const { signal } = this.#reading;
    if (threadId === undefined) return;
    const page = await this.#ask(`${threadPath(threadId)}?limit=1`, signal, isUnanswered);
    if (!page.ok || signal.aborted) return;
    this.change({ usage: page.value.usage, messages: withStored(this.state().messages, page.value.messages.at(-1)) });
  }

  #ask(path: string, signal: AbortSignal, mayChange: AskAgain["mayChange"]): Promise<Answer<ThreadPage>> {
    const { api, retryMs = RETRY_MS } = this.#options;
    return askAgain(() => api.get<ThreadPage>(path), { mayChange, retryMs, signal });
  }

  #publishDraft(): void {
    const draft = this.#draft;
    if (draft === undefined) return;
    this.change({
      messages: withAnswer(this.state().messages, draft),
      connection: "live",
      isInterrupted: this.state().isInterrupted && draft.seq === 0,
    });
  }
}
