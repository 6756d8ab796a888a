// A process that is killed: does turns for an engine, or takes up what it finds by leases.
import { setTimeout as pause } from "node:timers/promises";
import { ActivityStream, type JournalEvent, providerHistory, resumeToolLoop, runToolLoop } from "@toolwright/core";
import type { Lease, Store, StoredJournal } from "@toolwright/durable";
import { runTurn } from "@toolwright/durable/turn";
import { CHANNEL, messagesOf, model, openHost, openScene, type Scene, toolsOf } from "./scene.ts";

const scene: Scene = JSON.parse(process.argv[2] ?? "");
const logger = { debug() {}, info() {}, warn() {}, error() {} };
const store = dyingStore(await openScene(scene), scene.dieAt);
const config = { model, tools: toolsOf(scene), logger, redundancy: "off", loopGuard: false } as const;

if (scene.engine === "") await byLeases();
else await byEngine();

async function byEngine(): Promise<void> {
  await openHost(scene.engine, async (run, { conversation, input }) => {
    const messages = messagesOf(Number(input), await historyOf(conversation.chatId));
    return runTurn({ run, store, conversation, config, messages });
  });
  process.send?.("ready");
}

/** Every worker does what is left of every conversation that nobody holds. */
async function byLeases(): Promise<void> {
  process.send?.("ready");
  for (;;) {
    for (const chatId of scene.conversations) {
      const conversation = { channel: CHANNEL, chatId };
      const lease = await store.leases.acquire(conversation, { ttlMs: 1_500 });
      if (lease === undefined) continue;
      await turnOf(chatId, lease).catch(() => undefined);
      await Promise.resolve(lease.release()).catch(() => undefined);
    }
    await pause(5);
  }
}

async function turnOf(chatId: string, lease: Lease): Promise<void> {
  const conversation = { channel: CHANNEL, chatId };
  const journal = store.journal(conversation, { lease });
  const activity = new ActivityStream(journal);
  const own = { ...config, activity, conversation, signal: lease.signal };
  const status = (await store.threads.get(conversation))?.status;
  if (status !== undefined && status !== "idle") return void (await resumeToolLoop(own));
  const done = (await journal.runs({ limit: 1_000 })).length;
  if (done < scene.turns) await runToolLoop(own, messagesOf(done + 1, await historyOf(chatId)));
}

async function historyOf(chatId: string) {
  const events: JournalEvent[] = [];
  for await (const event of store.journal({ channel: CHANNEL, chatId }).lastRun()) events.push(event);
  return providerHistory(events);
}

/** The same store, whose process ends at one of its writes. */
function dyingStore(given: Store, dieAt: number): Store {
  if (dieAt === 0) return given;
  let writes = 0;
  const die = () => process.kill(process.pid, "SIGKILL");
  const dying = (journal: StoredJournal): StoredJournal =>
    new Proxy(journal, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        if (name !== "append") return value.bind(target);
        return async (event: JournalEvent) => {
          writes += 1;
          if (writes === dieAt && dieAt % 2 === 0) die();
          await target.append(event);
          if (writes === dieAt) die();
        };
      },
    });
  return {
    threads: given.threads,
    approvals: given.approvals,
    leases: given.leases,
    changes: given.changes,
    summaries: given.summaries,
    outputs: given.outputs,
    journal: (conversation, options) => dying(given.journal(conversation, options)),
    close: () => given.close(),
  };
}
