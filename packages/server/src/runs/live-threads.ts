import { setTimeout as pause } from "node:timers/promises";
import {
  type Conversation,
  type EventData,
  type JournalEvent,
  type Logger,
  resumeToolLoop,
  streamToolLoop,
  type ToolLoopConfig,
  type ToolLoopResult,
} from "@toolwright/core";
import type { LlmCaller } from "@toolwright/core/types";
import type { Lease, SqliteStore as Store } from "@toolwright/durable";
import type { Agent } from "../agent.ts";
import { OPEN_AI, WEB } from "../channels.ts";
import type { ServerLimits } from "../limits.ts";
import { type FailedBeginning, failedBeginning, logFailure } from "./failed-beginning.ts";
import { followRun } from "./follow-run.ts";
import type { FollowedRun } from "./followed-run.ts";
import { type LiveRun, LiveThread } from "./live-thread.ts";
import type { Begun, NewRun } from "./new-run.ts";
import { nextMessages } from "./next-messages.ts";

import type { RulesBeingSaved } from "./rules-being-saved.ts";
import { nextChoice, storeChoice, storedChoice } from "./run-choice.ts";
import { runConfig } from "./run-config.ts";
import { StopWatch } from "./stop-watch.ts";
import { titleOf } from "./title-of.ts";

export interface LiveThreadsOptions {
  readonly store: Store;
  readonly agent: Agent;
  readonly limits: ServerLimits;
  readonly logger: Logger;
  readonly rules: RulesBeingSaved;
  /** Hears every event of every run here. */
  readonly onEvent: (event: JournalEvent) => void;
}

/** Conversations without a run that are kept in mind, for what readers may still want of them. */
const KEPT_IDLE = 16;

/** The conversations that this process works on: at most one run each, over all processes. */
export class LiveThreads {
  readonly #options: LiveThreadsOptions;
  readonly #threads = new Map<string, LiveThread>();
  readonly #stops: StopWatch;
  /** Runs that begin: some of them are among the threads already, and count once. */
  readonly #starting = new Set<string>();
  #isClosing = false;
  readonly #givenUp = new Set<string>();
  readonly #atGate = new Set<string>();

  constructor(options: LiveThreadsOptions) {
    this.#options = options;
    const { store, logger } = options;
    const isNeeded = () => this.running > 0;
    this.#stops = new StopWatch({ store, logger, isNeeded, stop: (conversation) => this.#stopHere(conversation) });
  }

  /** Runs under way here. */
  get running(): number {
    const working = [...this.#threads].filter(([, { run }]) => run !== undefined);
    return new Set([...this.#starting, ...working.map(([key]) => key)]).size;
  }

  /** Begins a run. Resolves when its first event is stored. */
  async begin(run: NewRun): Promise<Begun> {
    if (this.#isClosing) return { ok: false, why: "closing" };
    if (this.running >= this.#options.limits.runs) return { ok: false, why: "full" };
    const lease = this.#options.store.leases.acquire(run.conversation);
    if (lease === undefined) return { ok: false, why: "busy" };
    if (this.#isOpen(run.conversation)) {
      this.#resume(run.conversation, lease);
      return { ok: false, why: "busy" };
    }
    const key = keyOf(run.conversation);
    this.#starting.add(key);
    try {
      return await this.#start(run, lease);
    } catch (error) {
      lease.release();
      throw error;
    } finally {
      this.#starting.delete(key);
    }
  }

  /**
   * Takes up what was left open, as far as there is room, and ends completions: their clients have gone. What could not be
   * taken up before is left alone.
   */
  takeUp(): void {
    const left = [WEB, OPEN_AI].flatMap((channel) => this.#options.store.threads.interrupted({ channel }));
    for (const conversation of left) {
      if (this.running >= this.#options.limits.runs) return;
      if (this.#givenUp.has(keyOf(conversation))) continue;
      if (conversation.channel === OPEN_AI) this.stop(conversation);
      else this.ensureRunning(conversation);
    }
  }

  /** Takes a run up that was left open, unless somebody works on it. */
  ensureRunning(conversation: Conversation): void {
    if (this.#isClosing || !this.#isOpen(conversation)) return;
    const lease = this.#options.store.leases.acquire(conversation);
    if (lease !== undefined) this.#resume(conversation, lease);
  }

  /** The newest run of a conversation, from an event on; undefined when nothing more will come of it. */
  async follow(conversation: Conversation, after?: number): Promise<FollowedRun | undefined> {
    this.ensureRunning(conversation);
    const thread = this.#threads.get(keyOf(conversation));
    return followRun({ store: this.#options.store, conversation, thread, after });
  }

  /**
   * Stops the run of a conversation, whichever process runs it; one that was broken off is taken up to be ended. It is stored
   * when this returns. False when there is none.
   */
  stop(conversation: Conversation): boolean {
    const isHere = this.#stopHere(conversation);
    const isAsked = this.#options.store.threads.requestStop(conversation);
    if (isAsked && !isHere) this.ensureRunning(conversation);
    return isAsked || isHere;
  }

  #stopHere(conversation: Conversation): boolean {
    const run = this.#threads.get(keyOf(conversation))?.run;
    run?.controller.abort();
    return run !== undefined;
  }

  /** Records a decision that had no effect, where the run that it was about is under way here and has asked. */
  recordIgnored(conversation: Conversation, data: EventData["approval_decision"]): void {
    const thread = this.#threads.get(keyOf(conversation));
    // A run that is being taken up does not know yet where its journal ends: an event of ours would break it.
    if (thread?.run === undefined || thread.askingRunId === "") return;
    const about = { runId: thread.askingRunId, parentId: data.toolCallId };
    const stored = thread.activity.emit("approval_decision", data, about);
    Promise.resolve(stored).catch((error) => this.#options.logger.error("A decision could not be recorded", { error }));
  }

  /**
   * Begins nothing more, lets calls under way end for a while, then stops everything. What is open stays open in the
   * store, for the next process to take up.
   */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#stops.close();
    const threads = [...this.#threads.values()].filter(({ run }) => run !== undefined);
    const until = performance.now() + this.#options.limits.closeMs;
    while (performance.now() < until && threads.some((thread) => this.#isWorking(thread))) await pause(20);
    for (const thread of threads) {
      const isWorking = this.#isWorking(thread);
      thread.journal.freeze();
      // Whoever waits for a person goes on waiting: to stop it would withdraw the question.
      if (isWorking) thread.run?.controller.abort();
    }
    await pause(0);
    for (const { run } of threads) run?.lease.release();
  }

  /** A run that waits for a person, or at the gate, is at rest. */
  #isWorking({ run, conversation }: LiveThread): boolean {
    if (run === undefined || this.#atGate.has(keyOf(conversation))) return false;
    return this.#options.store.approvals.list({ conversation, limit: 1 }).length === 0;
  }

  #gate(conversation: Conversation): Promise<void> | undefined {
    if (!this.#isClosing) return undefined;
    this.#atGate.add(keyOf(conversation));
    return new Promise(() => undefined);
  }

  #isOpen(conversation: Conversation): boolean {
    const status = this.#options.store.threads.get(conversation)?.status;
    return status !== undefined && status !== "idle";
  }

  async #start(run: NewRun, lease: Lease): Promise<Begun> {
    const { conversation, caller, llmOptions, choice = {} } = run;
    const { store, agent } = this.#options;
    storeChoice(store, conversation, nextChoice(storedChoice(store, agent, conversation), choice));
    const thread = this.#threadOf(conversation);
    const controller = new AbortController();
    const messages = run.messages ?? (await nextMessages({ ...this.#options, thread, message: run.message }));
    let own: ToolLoopConfig;
    try {
      own = await this.#configOf({ thread, caller, controller, lease });
    } catch (thrown) {
      return this.#failed({ thread, lease, messages, thrown });
    }
    const config: ToolLoopConfig =
      llmOptions === undefined ? own : { ...own, llmOptions: { ...own.llmOptions, ...llmOptions } };
    if (run.givesTitle && run.message && store.threads.get(conversation)?.title === "") {
      store.threads.rename(conversation, titleOf(run.message, config.secrets));
    }
    thread.journal.open(lease);
    await thread.activity.sync();
    const after = thread.activity.seq;
    const begun = thread.firstEvent();
    const { runId, final } = streamToolLoop(config, messages);
    this.#watch(thread, { controller, lease, ended: final });
    const hasBegun = await Promise.race([begun.heard, final.then(() => false)]);
    begun.leave();
    // A configuration that cannot be used: what was said is in no event of such a run.
    if (!hasBegun) return this.#failedAgain(run, await final);
    const followed = await followRun({ store, conversation, thread, begun: { runId, after, messages } });
    if (followed === undefined) throw new Error("A run that has just begun cannot be followed.");
    return { ok: true, followed, final };
  }

  /** The lease went with the run that did not begin. */
  async #failedAgain({ conversation }: NewRun, { error, messages }: ToolLoopResult): Promise<Begun> {
    const lease = this.#options.store.leases.acquire(conversation);
    if (lease === undefined) return { ok: false, why: "busy" };
    const thrown = error?.message ?? "The run could not begin.";
    return this.#failed({ thread: this.#threadOf(conversation), lease, messages, thrown });
  }

  #failed(failed: Pick<FailedBeginning, "thread" | "lease" | "messages" | "thrown">): Promise<Begun> {
    return failedBeginning({ ...failed, store: this.#options.store, model: this.#options.agent.model });
  }

  #resume(conversation: Conversation, lease: Lease): void {
    const thread = this.#threadOf(conversation);
    const [controller, caller] = [new AbortController(), { requestId: `resume-${crypto.randomUUID()}` }];
    const asked = this.#options.store.approvals.list({ conversation, limit: 1_000 });
    thread.journal.open(lease);
    const resumed = this.#configOf({ thread, caller, controller, lease }).then(resumeToolLoop);
    const ended = resumed
      .then(() => {
        if (this.#isOpen(conversation)) return this.#giveUp(conversation, "its run is still open");
        // What a sub-agent had asked before the crash is not asked again, and nobody waits for the answer.
        for (const { approvalId } of asked) this.#options.store.approvals.withdraw(approvalId);
      })
      .catch((error) => this.#giveUp(conversation, error));
    this.#watch(thread, { controller, lease, ended });
  }

  #giveUp(conversation: Conversation, error: unknown): void {
    this.#givenUp.add(keyOf(conversation));
    this.#options.logger.error("A run could not be taken up", { error });
  }

  #configOf(run: Pick<StartedRun, "thread" | "caller" | "controller" | "lease">): Promise<ToolLoopConfig> {
    const { thread, caller, controller, lease } = run;
    const signal = AbortSignal.any([controller.signal, lease.signal]);
    const gate = () => this.#gate(thread.conversation);
    return runConfig({ options: this.#options, thread, caller, signal, gate });
  }

  #watch(
    thread: LiveThread,
    run: Pick<StartedRun, "controller" | "lease"> & { readonly ended: Promise<unknown> },
  ): void {
    thread.run = run;
    this.#stops.begin();
    void run.ended.then(() => {
      thread.run = undefined;
      thread.journal.close();
      run.lease.release();
      this.#forgetIdle();
    });
  }

  #threadOf(conversation: Conversation): LiveThread {
    const key = keyOf(conversation);
    const known = this.#threads.get(key);
    this.#threads.delete(key);
    const thread = known?.isCurrent === true ? known : this.#newThread(conversation);
    this.#threads.set(key, thread);
    return thread;
  }

  #newThread(conversation: Conversation): LiveThread {
    const thread = new LiveThread(this.#options.store, conversation);
    thread.activity.subscribe("*", this.#options.onEvent);
    thread.activity.subscribe("done", (done) => logFailure(done, { ...this.#options, conversation }));
    return thread;
  }

  #forgetIdle(): void {
    const idle = [...this.#threads].filter(([, { run }]) => run === undefined);
    for (const [key] of idle.slice(0, Math.max(0, idle.length - KEPT_IDLE))) this.#threads.delete(key);
  }
}

interface StartedRun extends Pick<LiveRun, "controller" | "lease"> {
  readonly thread: LiveThread;
  readonly caller: LlmCaller;
}

function keyOf({ channel, chatId }: Conversation): string {
  return JSON.stringify([channel, chatId]);
}
