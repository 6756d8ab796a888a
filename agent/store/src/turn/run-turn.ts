import {
  ActivityStream,
  type Conversation,
  type DurableRun,
  type JsonObject,
  type Message,
  resumeToolLoop,
  runToolLoop,
  type ToolLoopConfig,
} from "@toolwright/core";
import {
  anArray,
  anObject,
  type CheckedOptions,
  checkOptions,
  milliseconds,
  withFunctions,
} from "@toolwright/core/internal";
import type { Lease } from "../port/leases.ts";
import type { Store } from "../port/store.ts";
import { FencedJournal } from "./fenced-journal.ts";
import { restingApprover } from "./resting-approver.ts";
import { isToStop, turnLease } from "./turn-lease.ts";

/** A turn of a conversation, in the hands of an engine. */
export interface TurnOptions {
  readonly run: DurableRun;
  readonly conversation: Conversation;
  /** The one that every worker has. */
  readonly store: Store;
  /** As for `runToolLoop`. The journal, the engine and what asks people come from here, unless there is an approver. */
  readonly config: ToolLoopConfig;
  /** What the turn begins with. */
  readonly messages: readonly Message[];
  /**
   * Milliseconds after which a worker that is dead on another machine no longer holds the conversation. Default 1,500.
   */
  readonly leaseMs?: number;
}

/** Among so many newest runs of its conversation a turn is looked for. */
const MOST_RUNS = 100;

const RULES: CheckedOptions<TurnOptions> = {
  of: "runTurn",
  rules: {
    run: withFunctions("the DurableRun that a host gave to its handler", "step", "decision"),
    conversation: anObject,
    store: withFunctions("a Store: openStore({ file })", "journal"),
    config: anObject,
    messages: anArray,
    leaseMs: milliseconds,
  },
  needed: ["run", "conversation", "store", "config", "messages"],
};

/**
 * Runs a turn with a loop: from its beginning, from where an earlier attempt broke off, or not at all where it has
 * ended. Gives what its `done` says: `{ stopReason, iterations, usage, error? }`. Rejects where its end could not be
 * stored: the engine then makes another attempt.
 */
export async function runTurn(options: TurnOptions): Promise<JsonObject> {
  checkOptions<TurnOptions>(options, RULES);
  const { run, store, conversation, leaseMs = 1_500 } = options;
  const lease = await turnLease({ store, conversation, run, leaseMs });
  const giveBack = () => void Promise.resolve(lease.release()).catch(() => undefined);
  run.lost.addEventListener("abort", giveBack, { once: true });
  try {
    const stand = await standOf(options);
    return typeof stand === "object" ? stand : await attempt(options, lease, stand === "open");
  } finally {
    await lease.release();
  }
}

/**
 * Where a turn stands: `open` where somebody has begun it, and its end where an earlier attempt stored that and the
 * engine did not hear of it. Others may have followed it, where this attempt is one that the engine has long given up.
 */
async function standOf({ run, store, conversation }: TurnOptions): Promise<"new" | "open" | JsonObject> {
  const journal = store.journal(conversation);
  const runs = await journal.runs({ limit: MOST_RUNS });
  const begun = runs.find(({ runId }) => runId === run.runId);
  if (begun === undefined) return "new";
  const isNewest = begun === runs[0];
  if (isNewest && (await store.threads.get(conversation))?.status !== "idle") return "open";
  for await (const event of journal.read(begun.seq - 1)) {
    if (event.type === "done" && event.runId === run.runId) return json(event.data);
  }
  return isNewest ? "open" : "new";
}

async function attempt(options: TurnOptions, lease: Lease, isOpen: boolean): Promise<JsonObject> {
  const { run, store, conversation, config, messages } = options;
  const activity = new ActivityStream(new FencedJournal(store.journal(conversation, { lease }), run.lost));
  let end: JsonObject | undefined;
  activity.subscribe("done", (event) => {
    if (event.runId === run.runId) end = json(event.data);
  });
  // A stop that is stored runs nothing again.
  const stopped = isOpen && (await isToStop(store, conversation)) ? AbortSignal.abort() : undefined;
  const given = [run.cancelled, run.lost, lease.signal, config.signal, stopped];
  const signals = given.filter((signal) => signal !== undefined);
  const own: ToolLoopConfig = {
    outputCache: store.outputs,
    steering: store.steers.queue(conversation),
    ...config,
    approver: restingApprover(config.approver ?? store.approvals.approver(conversation), run),
    activity,
    conversation,
    durable: run,
    signal: AbortSignal.any(signals),
  };
  const { error } = await (isOpen ? resumeToolLoop(own) : runToolLoop(own, messages));
  if (end === undefined) throw new Error(error?.message ?? "The end of the run could not be stored.");
  return end;
}

function json(end: object): JsonObject {
  return JSON.parse(JSON.stringify(end));
}
