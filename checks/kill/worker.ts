// A process that is killed: does turns for an engine, or takes up what it finds by leases. It says "loaded", waits to
// be told of its work, begins and says "told".
import {
  ActivityStream,
  type Conversation,
  type JournalEvent,
  providerHistory,
  resumeToolLoop,
  runToolLoop,
} from "@toolwright/core";
import type { Lease } from "@toolwright/store";
import { runTurn } from "@toolwright/store/turn";
import { type Death, Writes } from "./dying-store.ts";
import { Notes } from "./notes.ts";
import { Reader } from "./reader.ts";
import {
  CHANNEL,
  COMPACTION,
  LEASE_MS,
  messagesOf,
  modelOf,
  openHost,
  openScene,
  type Reached,
  toolsOf,
} from "./scene.ts";

/** What a worker is made with. */
export interface WorkerStart extends Reached {
  readonly name: string;
  /** The file of notes. */
  readonly notes: string;
}

/** What a worker is told, more than once. */
export interface Work {
  /** Looked after where there is no engine. */
  readonly conversations: readonly string[];
  /** How many turns each of them is to have; what has begun is ended in any case. */
  readonly turns: number;
  readonly death?: Death;
  /** The conversation in which a call ends this worker. */
  readonly poison?: string;
  /** How long its questions wait for an answer. Left out: for ever. */
  readonly answerWithinMs?: number;
}

const start: WorkerStart = JSON.parse(process.argv[2] ?? "");
const logger = { debug() {}, info() {}, warn() {}, error() {} };
const notes = new Notes(start.notes, start.name);
const writes = new Writes(notes);
const given = await openScene(start.store);
const store = writes.store(given);
const tools = toolsOf(notes, given, (chatId) => work.poison === chatId);
const model = modelOf(notes);
let work: Work = { conversations: [], turns: 0 };
let begun: Promise<void> | undefined;

// One that takes the place of a dead one has loaded what it needs.
if (start.engine.startsWith("restate:")) await import("@restatedev/restate-sdk");

process.on("disconnect", () => process.exit());
process.on("message", (told: Work) => {
  work = told;
  writes.death = told.death;
  begun ??= start.engine === "" ? byLeases() : byEngine();
  begun.then(() => process.send?.("told"), fail);
});
process.send?.("loaded");

function fail(error: unknown): void {
  console.error(error);
  process.exit(1);
}

function config() {
  const approvalTimeoutMs = work.answerWithinMs;
  const own = approvalTimeoutMs === undefined ? {} : { approvalTimeoutMs };
  return { model, tools, logger, redundancy: "off", loopGuard: false, compaction: COMPACTION, ...own } as const;
}

async function byEngine(): Promise<void> {
  await openHost(start.engine, async (run, { conversation, input }) => {
    notes.add({ what: "given", chatId: conversation.chatId });
    const messages = messagesOf(Number(input), await historyOf(conversation));
    return runTurn({
      run: writes.run(conversation, run),
      store,
      conversation,
      config: config(),
      messages,
      leaseMs: LEASE_MS,
    });
  });
}

/** Every worker does what is left of every conversation that nobody holds. */
async function byLeases(): Promise<void> {
  const busy = new Set<string>();
  setInterval(() => {
    for (const chatId of work.conversations) {
      if (busy.has(chatId)) continue;
      busy.add(chatId);
      void lookAfter({ channel: CHANNEL, chatId })
        .catch(() => undefined)
        .finally(() => busy.delete(chatId));
    }
  }, 10);
}

async function lookAfter(conversation: Conversation): Promise<void> {
  const status = (await given.threads.get(conversation))?.status;
  const isIdle = status === undefined || status === "idle";
  if (isIdle && (await turnsOf(conversation)) >= wanted(conversation)) return;
  const lease = await store.leases.acquire(conversation, { ttlMs: LEASE_MS });
  if (lease === undefined) return;
  try {
    await turnOf(conversation, lease);
  } finally {
    await Promise.resolve(lease.release()).catch(() => undefined);
  }
}

/** How many turns it is to have, when somebody asks: it may have been looked at for a while. */
function wanted({ chatId }: Conversation): number {
  return work.conversations.includes(chatId) ? work.turns : 0;
}

async function turnsOf(conversation: Conversation): Promise<number> {
  return (await given.journal(conversation).runs({ limit: 1_000 })).length;
}

async function turnOf(conversation: Conversation, lease: Lease): Promise<void> {
  const activity = new ActivityStream(store.journal(conversation, { lease }));
  const approver = store.approvals.approver(conversation);
  const outputCache = store.outputs;
  const steering = store.steers.queue(conversation);
  const own = { ...config(), activity, approver, conversation, outputCache, steering, signal: lease.signal };
  const status = (await given.threads.get(conversation))?.status;
  const about = { notes, chatId: conversation.chatId, activity };
  if (status !== undefined && status !== "idle") return Reader.of(about, () => resumeToolLoop(own));
  const done = await turnsOf(conversation);
  if (done >= wanted(conversation)) return;
  const messages = messagesOf(done + 1, await historyOf(conversation));
  await Reader.of(about, () => runToolLoop(own, messages));
}

async function historyOf(conversation: Conversation) {
  const events: JournalEvent[] = [];
  for await (const event of given.journal(conversation).lastRun()) events.push(event);
  return providerHistory(events);
}
