import type { Conversation, DurableRun, DurableTurn, EventData, Json } from "@toolwright/core";
import type { OpenRange, RequestedRun } from "@toolwright/store";
import { APPS, isShown, OPEN_AI, RESPONSES, WEB } from "../channels.ts";
import { within } from "../metrics/within.ts";
import { waitsForUser } from "../users/run-user.ts";
import { ComeToRest } from "./come-to-rest.ts";
import { EngineRuns } from "./engine-runs.ts";
import { logFailure } from "./failed-run.ts";
import { followRun } from "./follow-run.ts";
import type { FollowedRun } from "./followed-run.ts";
import { leaseSoon } from "./lease-soon.ts";
import { LiveThread } from "./live-thread.ts";
import type { LiveThreadsOptions } from "./live-threads-options.ts";
import { noteLostRun } from "./lost-runs.ts";
import type { Begun, BegunHere, NewRun } from "./new-run.ts";
import { isOpen, type RunHost, whyBusy } from "./run-host.ts";
import { startRun } from "./start-run.ts";
import { StepTurns } from "./step-turns.ts";
import { StopWatch } from "./stop-watch.ts";
import { TakeUp } from "./take-up.ts";
import { tellEnd } from "./tell-end.ts";
import { ThreadsHere } from "./threads-here.ts";

const OWN_CHANNELS: readonly OpenRange[] = [WEB, OPEN_AI, RESPONSES, APPS].map((channel) => ({ channel }));
const ALL_USERS: readonly OpenRange[] = [{ owned: true }];

/** How long the end of a server waits for runs that are just being taken up, in milliseconds. */
const SETTLE_MS = 1_000;

/** How long a message waits for the lease of a run that has just ended, in milliseconds. */
const PATIENCE_MS = 500;

/** The conversations that this process works on: at most one run each, over all processes. */
export class LiveThreads {
  readonly #options: LiveThreadsOptions;
  readonly #here: ThreadsHere;
  readonly #end: ComeToRest;
  readonly #host: RunHost;
  readonly #takeUp: TakeUp;
  readonly #stops: StopWatch;
  readonly #hearings = new Set<Promise<void>>();
  readonly #engine: EngineRuns | undefined;

  constructor(options: LiveThreadsOptions) {
    this.#options = options;
    const { store, logger } = options;
    const turns = new StepTurns();
    this.#here = new ThreadsHere({
      make: (conversation) => liveThread(options, conversation, turns),
      onRest: (conversation, result) => {
        this.#hearLater(conversation);
        void tellEnd(options, conversation, result);
      },
      metrics: options.metrics,
    });
    this.#end = new ComeToRest(store);
    this.#host = { options, here: this.#here, gate: this.#end.gate };
    this.#takeUp = new TakeUp(this.#host);
    this.#engine = options.engine && new EngineRuns(this.#host, options.engine);
    const isNeeded = () => this.running > 0;
    this.#stops = new StopWatch({ store, logger, isNeeded, stop: (conversation) => this.#stopHere(conversation) });
  }

  get isClosing(): boolean {
    return this.#end.isClosing;
  }

  /** Runs under way here. */
  get running(): number {
    return this.#here.running;
  }

  get #isFull(): boolean {
    return this.running >= this.#options.limits.runs;
  }

  /** Begins a run. Resolves when its first event is stored. */
  async begin(run: NewRun): Promise<Begun> {
    if (this.#engine === undefined || !isShown(run.conversation.channel)) return this.beginHere(run);
    return this.#end.isClosing ? { ok: false, why: "closing" } : this.#engine.start(run);
  }

  /** The same in this process, also where there is an engine. */
  async beginHere(run: NewRun): Promise<BegunHere> {
    if (this.#end.isClosing) return { ok: false, why: "closing" };
    if (this.#isFull) return { ok: false, why: "full" };
    const started = this.#here.starting(run.conversation);
    try {
      return await this.#beginWithinShare(run);
    } finally {
      started();
    }
  }

  /** Where several users share the server, each has a share of its runs. */
  async #beginWithinShare(run: NewRun): Promise<BegunHere> {
    const { users, store } = this.#options;
    const owner = users && (await store.threads.get(run.conversation))?.owner;
    if (users === undefined || owner === undefined) return this.#beginUnderLease(run);
    const ended = users.beginRun(owner);
    if (ended === undefined) return { ok: false, why: "full" };
    let begun: BegunHere | undefined;
    try {
      begun = await this.#beginUnderLease(run);
      return begun;
    } finally {
      if (begun?.ok === true) void begun.final.then(ended, ended);
      else ended();
    }
  }

  async #beginUnderLease(run: NewRun): Promise<BegunHere> {
    const { store, limits } = this.#options;
    const { conversation } = run;
    const ttlMs = limits.leaseMs;
    let lease = await store.leases.acquire(conversation, { ttlMs });
    if (lease === undefined && !(await isOpen(store, conversation)))
      lease = await leaseSoon(store, conversation, { withinMs: PATIENCE_MS, ttlMs });
    if (lease === undefined) return { ok: false, why: await whyBusy(store, conversation) };
    this.#stops.watch();
    try {
      if (!(await isOpen(store, conversation))) return await startRun(this.#host, run, lease);
    } catch (error) {
      await lease.release();
      throw error;
    }
    await this.#takeUp.resume(conversation, lease);
    return { ok: false, why: "busy" };
  }

  /** What an engine has given to this server. */
  async work(run: DurableRun, turn: DurableTurn): Promise<Json> {
    if (this.#engine === undefined) throw new Error("This server has no engine.");
    if (this.#end.isClosing) throw new Error("This server is being closed.");
    this.#stops.watch();
    return this.#engine.work(run, turn);
  }

  /**
   * Takes up what was left open, as far as there is room, and ends completions, responses and calls of apps: their
   * clients have gone. What could not be taken up before is left alone.
   */
  async takeUp(): Promise<void> {
    const { users, store } = this.#options;
    const ranges = users === undefined ? OWN_CHANNELS : ALL_USERS;
    for (const range of ranges) await this.#takeUpAll(await store.threads.interrupted(range));
  }

  async #takeUpAll(conversations: readonly Conversation[]): Promise<void> {
    for (const conversation of conversations) {
      if (this.#end.isClosing || (this.#engine === undefined && this.#isFull)) return;
      if (this.#takeUp.hasGivenUp(conversation)) continue;
      if (isShown(conversation.channel)) await this.ensureRunning(conversation);
      else await this.#endLost(conversation);
    }
  }

  async #endLost(conversation: Conversation): Promise<void> {
    if (conversation.channel === RESPONSES) await noteLostRun(this.#options.store, conversation);
    await this.stop(conversation);
  }

  /** Takes a run up that was left open, unless somebody works on it. */
  async ensureRunning(conversation: Conversation): Promise<void> {
    if (this.#end.isClosing) return;
    if (this.#engine !== undefined && isShown(conversation.channel)) return this.#engine.lookAfter(conversation);
    await this.#takeUp.ensureRunning(conversation);
    this.#stops.watch();
  }

  /** The newest run of a conversation, from an event on; undefined when nothing more will come of it. */
  async follow(conversation: Conversation, after?: number): Promise<FollowedRun | undefined> {
    await this.ensureRunning(conversation);
    return followRun({ store: this.#options.store, conversation, thread: this.#here.get(conversation), after });
  }

  /** A run of a conversation from its beginning, whichever came after it. */
  async followBegun({ conversation, seq }: RequestedRun): Promise<FollowedRun | undefined> {
    await this.ensureRunning(conversation);
    return followRun({ store: this.#options.store, conversation, thread: this.#here.get(conversation), from: seq });
  }

  /**
   * Stops the run of a conversation, whichever process runs it; one that was broken off is taken up to be ended. It is
   * stored when this resolves. False when there is none.
   */
  async stop(conversation: Conversation): Promise<boolean> {
    const isHere = this.#stopHere(conversation);
    const isAsked = await this.#options.store.threads.requestStop(conversation);
    if (isAsked) await this.#engine?.stop(conversation);
    if (isAsked && !isHere) await this.ensureRunning(conversation);
    return isAsked || isHere;
  }

  /** Has a quarantined run taken up again. It is stored when this resolves. False where there is none. */
  async retry(conversation: Conversation): Promise<boolean> {
    const isRetried = await this.#options.store.threads.retry(conversation);
    if (isRetried) await this.#engine?.retried(conversation);
    if (isRetried) await this.ensureRunning(conversation);
    return isRetried;
  }

  /** What the model of a conversation has to know before the next message. For whoever has its lease. */
  async tell(conversation: Conversation, lines: readonly string[]): Promise<void> {
    (await this.#here.current(conversation)).note(lines.join("\n"));
  }

  /**
   * Something was said. A run that is under way hears it when its step ends; where there is none, one begins with it.
   */
  async steered(conversation: Conversation): Promise<void> {
    if (this.#here.get(conversation)?.run === undefined) await this.ensureRunning(conversation);
    await this.#hear(conversation);
  }

  #hearLater(conversation: Conversation): void {
    const hearing = this.#hear(conversation).finally(() => this.#hearings.delete(hearing));
    this.#hearings.add(hearing);
  }

  /** What was said as a run ended, and no step of it has heard: another one begins with it. */
  async #hear(conversation: Conversation): Promise<void> {
    const { store, logger } = this.#options;
    if (this.#end.isClosing || !isShown(conversation.channel)) return;
    try {
      if ((await store.steers.queue(conversation).waiting()).length === 0) return;
      if ((await isOpen(store, conversation)) || (await waitsForUser(this.#options, conversation))) return;
      await this.begin({ conversation, caller: { requestId: `steer-${crypto.randomUUID()}` }, givesTitle: true });
    } catch (error) {
      logger.error("A run could not begin with what was said", { error });
    }
  }

  #stopHere(conversation: Conversation): boolean {
    const run = this.#here.get(conversation)?.run;
    run?.controller.abort();
    return run !== undefined;
  }

  /** Records a decision that had no effect, where the run that it was about is under way here and has asked. */
  recordIgnored(conversation: Conversation, data: EventData["approval_decision"]): void {
    const thread = this.#here.get(conversation);
    // A run that is being taken up does not know yet where its journal ends: an event of ours would break it.
    if (thread?.run === undefined || thread.askingRunId === "") return;
    const about = { runId: thread.askingRunId, parentId: data.toolCallId };
    const stored = thread.activity.emit("approval_decision", data, about);
    Promise.resolve(stored).catch((error) => this.#options.logger.error("A decision could not be recorded", { error }));
  }

  /**
   * Begins nothing more, lets calls under way that may not run twice end for a while, then stops everything. What is
   * open stays open in the store, for the next process to take up.
   */
  async close(): Promise<void> {
    this.#end.isClosing = true;
    this.#stops.close();
    // A store that is away answers late, and refuses then.
    await within(SETTLE_MS, () => this.#takeUp.settled());
    await this.#end.rest(() => this.#here.working, this.#options.limits.closeMs);
    // Its store may be closed when this has ended.
    await within(SETTLE_MS, () => Promise.all(this.#hearings));
  }
}

function liveThread(options: LiveThreadsOptions, conversation: Conversation, turns: StepTurns): LiveThread {
  const thread = new LiveThread(options.store, conversation, { metrics: options.metrics, turns });
  thread.activity.subscribe("*", options.metrics.onEvent);
  thread.activity.subscribe("done", (done) => logFailure(done, { ...options, conversation }));
  return thread;
}
