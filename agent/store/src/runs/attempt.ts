import {
  ActivityStream,
  type Conversation,
  isLive,
  type JournalEvent,
  type ToolLoopConfig,
  type ToolLoopResult,
} from "@toolwright/core";
import type { ToolRecord } from "@toolwright/core/internal";
import type { Lease } from "../port/leases.ts";
import type { Runs, StoredRunConfig, StoredRunResult } from "../port/runs.ts";
import type { Store } from "../port/store.ts";
import { loggerUntil } from "./logger-until.ts";
import { OnlyQuestions } from "./only-questions.ts";
import { runSoFar } from "./run-so-far.ts";
import { stopsWhenAsked } from "./stops-when-asked.ts";
import { WatchedJournal } from "./watched-journal.ts";

export interface AttemptOptions<T extends ToolRecord, O> {
  readonly store: Omit<Store, keyof Runs>;
  readonly conversation: Conversation;
  readonly config: StoredRunConfig<T, O>;
  readonly lease: Lease;
  /** Aborted where somebody has asked the run to stop before. */
  readonly stopped?: AbortSignal | undefined;
}

/** The work of one process at a run: all that is left of it, or as much as can be done without people. */
export class Attempt<T extends ToolRecord, O> {
  readonly #options: AttemptOptions<T, O>;
  readonly #events: JournalEvent[] = [];
  readonly #only: OnlyQuestions;
  /** Aborted when the run is left: from then on nothing of it begins, and nothing is stored, told or taken back. */
  readonly #left = new AbortController();

  constructor(options: AttemptOptions<T, O>) {
    this.#options = options;
    this.#only = new OnlyQuestions(() => options.config.waiting === "return" && this.#left.abort());
  }

  /** Takes an event in that an earlier process has stored. */
  remember(event: JournalEvent): void {
    this.#only.remember(event);
    this.#keep(event);
  }

  #hear(event: JournalEvent): void {
    this.#keep(event);
    this.#only.add(event);
  }

  #keep(event: JournalEvent): void {
    if (!isLive(event.type)) this.#events.push(event);
  }

  /** Somebody has answered between the last look and the leaving: the run can go on at once. */
  isAnswered = false;

  async run(loop: (config: ToolLoopConfig<T, O>) => Promise<ToolLoopResult<O>>): Promise<StoredRunResult<O>> {
    const { store, conversation, lease } = this.#options;
    const ended = new AbortController();
    try {
      const running = loop(this.#config(ended.signal));
      const result = await Promise.race([running, aborted(this.#left.signal)]);
      if (result !== undefined) return { ...result, questions: [] };
      await lease.park();
      // What its tools have resolved is disposed of by then; nobody hears how the loop of a run that was left ends.
      await running;
    } finally {
      ended.abort();
    }
    const { waiting } = this.#only;
    const open = new Map(
      (await store.approvals.list({ conversation, limit: 1_000 })).map((one) => [one.approvalId, one]),
    );
    // Stores number questions that are asked at once in any order.
    const questions = waiting.map((approvalId) => open.get(approvalId)).filter((one) => one !== undefined);
    this.isAnswered = questions.length < waiting.length;
    return { ...runSoFar(this.#events), stopReason: "waiting", questions };
  }

  #config(ended: AbortSignal): ToolLoopConfig<T, O> {
    const { store, conversation, lease, stopped, config } = this.#options;
    const { waiting, onEvent, ...given } = config;
    const left = this.#left.signal;
    const activity = new ActivityStream(new WatchedJournal(store.journal(conversation, { lease }), left, this.#only));
    if (waiting === "return") activity.listen("*", (event) => this.#hear(event));
    if (onEvent !== undefined) activity.subscribe("*", (event) => left.aborted || onEvent(event));
    const onWaiting = this.#only.stored.bind(this.#only);
    const signals = [left, lease.signal, stopsWhenAsked(store, conversation, ended), given.signal, stopped];
    return {
      outputCache: store.outputs,
      steering: store.steers.queue(conversation),
      // Where another process has the run by now, the questions are its own.
      approver: store.approvals.approver(conversation, { onWaiting, left: AbortSignal.any([left, lease.signal]) }),
      ...given,
      ...(waiting === "return" && { logger: loggerUntil(left, given) }),
      activity,
      conversation,
      signal: AbortSignal.any(signals.filter((signal) => signal !== undefined)),
    };
  }
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(undefined), { once: true }));
}
