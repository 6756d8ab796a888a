import type { DurableHost, DurableTurn, JournalEvent } from "@toolwright/core";
import { scripted } from "@toolwright/models";
import { openStore, type Store } from "@toolwright/store";
import { expect, it, onTestFinished, vi } from "vitest";
import { KeptRun } from "../../../../runtime/core/test/kept-run.ts";
import { runStart } from "../../../store/test/contract/under-test.ts";
import { databaseFile } from "../../test/support/test-server.ts";
import { WEB } from "../channels.ts";
import { DEFAULT_LIMITS } from "../limits.ts";
import { Metrics } from "../metrics/metrics.ts";
import { LiveThreads } from "./live-threads.ts";
import { RulesBeingSaved } from "./rules-being-saved.ts";

const conversation = { channel: WEB, chatId: "one" };

/** A server over an engine that takes what `start` lets it take. */
function serverOver(start: DurableHost["start"]) {
  const store = openStore({ file: databaseFile() });
  const nothing = async () => undefined;
  const engine: DurableHost = {
    start,
    answer: async () => "unknown",
    cancel: nothing,
    result: async () => null,
    close: nothing,
  };
  const agent = { model: "script:test", config: () => ({ model: scripted([{ text: "Hello." }]) }) };
  const threads = new LiveThreads({
    ...{ store, agent, engine, limits: DEFAULT_LIMITS, logger: console, rules: new RulesBeingSaved() },
    metrics: new Metrics({ isTool: () => true, gauges: [] }),
  });
  onTestFinished(async () => {
    await threads.close();
    store.close();
  });
  return { store, threads };
}

/** A run that a process has begun which is no more. */
async function leftOpen(store: Store, event: JournalEvent): Promise<void> {
  const lease = await store.leases.acquire(conversation);
  await store.journal(conversation, { lease }).append(event);
  await lease?.release();
}

it("shows an open run again to an engine that was away, and not all the time to one that has it", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const shown: string[] = [];
  const { store, threads } = serverOver(async ({ runId }) => {
    shown.push(runId);
    if (shown.length === 1) throw new Error("The engine does not answer.");
  });
  await leftOpen(store, runStart(1, "open"));
  const look = () => threads.takeUp();
  await look();
  await look();
  expect(shown).toEqual(["open"]);
  vi.advanceTimersByTime(10_000);
  await look();
  await look();
  expect(shown).toEqual(["open", "open"]);
});

it("begins nothing for a run that was shown to the engine and went with its conversation", async () => {
  const turns: DurableTurn[] = [];
  const { store, threads } = serverOver(async (turn) => void turns.push(turn));
  await leftOpen(store, runStart(1, "the-run"));
  await threads.takeUp();
  const [turn] = turns;
  expect(turn).toMatchObject({ conversation, runId: "the-run" });
  store.threads.delete(conversation);
  await threads.work(new KeptRun(), turn ?? { conversation, runId: "", input: null });
  expect(store.threads.get(conversation)).toBeUndefined();
});
