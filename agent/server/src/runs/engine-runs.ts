import { randomBytes } from "node:crypto";
import {
  type Conversation,
  type DurableHost,
  type DurableRun,
  type DurableTurn,
  type JournalEvent,
  type Json,
  resumeToolLoop,
} from "@toolwright/core";
import type { Lease, StoredRun } from "@toolwright/store";
import { approvalAddress, isToStop, retryAddress, turnLease } from "@toolwright/store/turn";
import { waitsForUser } from "../users/run-user.ts";
import { followRun } from "./follow-run.ts";
import type { Begun, NewRun } from "./new-run.ts";
import { configOf, isOpen, type RunHost, whyBusy } from "./run-host.ts";
import { startRun } from "./start-run.ts";

/** How long a page waits for its run to begin. */
const PATIENCE_MS = 30_000;
/** A worker that dies on another machine holds its conversation for so long. */
const LEASE_MS = 1_500;
/** Among so many newest runs of its conversation a run is looked for. */
const MOST_RUNS = 100;
/** An engine that was away when an open run was shown to it is shown it again after so long. */
const AGAIN_MS = 10_000;

/** Runs that an engine carries: it says which server works on which, and what waits for a person waits in none. */
export class EngineRuns {
  readonly #host: RunHost;
  readonly #engine: DurableHost;
  /** When runs were shown to the engine, by this process's clock. */
  readonly #shown = new Map<string, number>();

  constructor(host: RunHost, engine: DurableHost) {
    this.#host = host;
    this.#engine = engine;
  }

  /** Gives a run to the engine. Resolves when its first event is stored, wherever. */
  async start(run: NewRun): Promise<Begun> {
    const { store } = this.#host.options;
    const { conversation } = run;
    if (await isOpen(store, conversation)) return { ok: false, why: await whyBusy(store, conversation) };
    const after = await store.journal(conversation).lastSeq();
    const runId = randomBytes(9).toString("base64url");
    this.#shown.set(runId, performance.now());
    const input: Json = JSON.parse(JSON.stringify(run));
    const seq = await this.#firstSeqOf(conversation, after, () => this.#engine.start({ conversation, runId, input }));
    const thread = this.#host.here.get(conversation);
    const followed = seq === undefined ? undefined : await followRun({ store, conversation, thread, after: seq - 1 });
    return followed === undefined ? { ok: false, why: "full" } : { ok: true, followed };
  }

  /**
   * The number of the first event of the run that `start` brings; undefined where none begins in time. The store tells
   * of it.
   */
  async #firstSeqOf(
    conversation: Conversation,
    after: number,
    start: () => Promise<void>,
  ): Promise<number | undefined> {
    const leaving = new AbortController();
    const { signal } = leaving;
    const first = firstRun(this.#host.options.store.journal(conversation).follow({ after, signal }));
    // Where the engine refuses, nobody asks.
    first.catch(() => undefined);
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      await start();
      timer = setTimeout(() => leaving.abort(), PATIENCE_MS);
      return await first;
    } finally {
      clearTimeout(timer);
      leaving.abort();
    }
  }

  /** What the engine calls, in as many attempts as it takes. */
  async work(run: DurableRun, { conversation, input }: DurableTurn): Promise<Json> {
    const { store, logger } = this.#host.options;
    const lease = await turnLease({ store, conversation, run, leaseMs: LEASE_MS });
    run.lost.addEventListener("abort", () => this.#lose(conversation, lease), { once: true });
    try {
      const given = input === null ? undefined : { ...JSON.parse(JSON.stringify(input)), conversation };
      await this.#attempt(run, { lease, given });
      if (await isOpen(store, conversation)) throw new Error("The run is still open.");
      return null;
    } catch (error) {
      if (!run.lost.aborted) logger.error("A run could not be carried on; the engine tries again", { error });
      throw error;
    } finally {
      await lease.release();
    }
  }

  async #attempt(
    durable: DurableRun,
    { lease, given }: { readonly lease: Lease; readonly given: NewRun | undefined },
  ): Promise<void> {
    const { here, options } = this.#host;
    const { conversation } = lease;
    const runs = await options.store.journal(conversation).runs({ limit: MOST_RUNS });
    if (!runs.some(({ runId }) => runId === durable.runId)) {
      // One that was shown to the engine because it was open went with its conversation.
      const begun = given && (await startRun(this.#host, { ...given, durable }, lease));
      if (begun?.ok) await begun.final;
      return;
    }
    // One that others have followed has ended: the engine has long given this attempt up.
    if (runs[0]?.runId !== durable.runId || !(await isOpen(options.store, conversation))) return;
    if (await waitsForUser(options, conversation)) throw new Error("The run waits for a request of its user.");
    const thread = await here.current(conversation);
    const [controller, caller] = [new AbortController(), { requestId: `resume-${crypto.randomUUID()}` }];
    if (await isToStop(options.store, conversation)) controller.abort();
    thread.journal.open(lease);
    const ended = resumeToolLoop(await configOf(this.#host, { thread, caller, controller, lease, durable }));
    here.watch(thread, { controller, lease, ended });
    options.metrics.onTakeover();
    await ended;
  }

  /**
   * The engine has given the run to another process, or to none while nobody answers: here nothing is stored any more.
   */
  #lose(conversation: Conversation, lease: Lease): void {
    const { here, options } = this.#host;
    const thread = here.get(conversation);
    here.drop(conversation);
    thread?.journal.freeze();
    thread?.run?.controller.abort();
    Promise.resolve(lease.release()).catch((error) =>
      options.logger.error("A lease could not be given back", { error }),
    );
  }

  /** A run that nobody works on: its questions may have been answered, or it began before there was an engine. */
  async lookAfter(conversation: Conversation): Promise<void> {
    const { store } = this.#host.options;
    if (this.#host.here.get(conversation)?.run !== undefined || !(await isOpen(store, conversation))) return;
    const newest = await this.#newest(conversation);
    if (newest === undefined) return;
    const { runId } = newest;
    const now = performance.now();
    if (now - (this.#shown.get(runId) ?? -AGAIN_MS) >= AGAIN_MS) {
      this.#shown.set(runId, now);
      // One that the engine has is refused for its input: then it is there.
      await this.#engine.start({ conversation, runId, input: null }).catch(() => undefined);
      if (await this.#isFree(conversation)) await this.retried(conversation);
    }
    const open = await store.approvals.list({ conversation, limit: 1_000 });
    for (const approvalId of await this.#unheard(conversation))
      if (!open.some((one) => one.approvalId === approvalId))
        await this.#engine.answer(approvalAddress(runId, approvalId), null);
  }

  /**
   * Whether nobody holds a run and it waits for no person. A holder that is dead has to be noted before: after its
   * death the run may wait for a person, whose word must not have been given in advance.
   */
  async #isFree(conversation: Conversation): Promise<boolean> {
    const lease = await this.#host.options.store.leases.acquire(conversation);
    await lease?.release();
    return lease !== undefined;
  }

  /** Questions of the newest run whose answer it has not recorded. */
  async #unheard(conversation: Conversation): Promise<ReadonlySet<string>> {
    const asked = new Set<string>();
    for await (const { type, data } of this.#host.options.store.journal(conversation).lastRun()) {
      if (type === "approval_request") asked.add(data.approvalId);
      if (type === "approval_decision" && data.ignored === undefined) asked.delete(data.approvalId);
    }
    return asked;
  }

  /** Also where nobody works on it while it waits. */
  async stop(conversation: Conversation): Promise<void> {
    const newest = await this.#newest(conversation);
    if (newest !== undefined && (await isOpen(this.#host.options.store, conversation)))
      await this.#engine.cancel(newest.runId);
  }

  /** A quarantined run is to be worked on again: one that waits for that in the engine hears it. */
  async retried(conversation: Conversation): Promise<void> {
    const [newest, thread] = [
      await this.#newest(conversation),
      await this.#host.options.store.threads.get(conversation),
    ];
    if (newest === undefined || thread === undefined) return;
    await this.#engine.answer(retryAddress(newest.runId, thread.lastSeq), null);
  }

  async #newest(conversation: Conversation): Promise<StoredRun | undefined> {
    const [newest] = await this.#host.options.store.journal(conversation).runs({ limit: 1 });
    return newest;
  }
}

async function firstRun(events: AsyncIterable<JournalEvent>): Promise<number | undefined> {
  for await (const { type, parentId, seq } of events) if (type === "run_start" && parentId === undefined) return seq;
  return undefined;
}
