import { describe, expect, it } from "vitest";
import { startServer } from "../thread/real-runs.test-data.ts";
import { TimelineStore } from "./timeline-store.ts";

async function say(api: Awaited<ReturnType<typeof startServer>>["api"], threadId?: string) {
  const body = { message: "Go.", ...(threadId === undefined ? {} : { threadId }) };
  const answer = await api.stream("/api/chat", { body, signal: new AbortController().signal });
  if (!answer.ok || answer.value === undefined) throw new Error("There is no run.");
  const seqs = [...(await answer.value.text()).matchAll(/"seq":(\d+)/g)].map(([, seq]) => Number(seq));
  return { threadId: answer.value.headers.get("x-toolwright-thread") ?? "", seq: Math.max(...seqs) };
}

/** Until it has loaded what it was told of. */
function settled(store: TimelineStore): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (store.state().isLoading) return;
      stop();
      resolve();
    };
    const stop = store.subscribe(check);
    check();
  });
}

const labels = (store: TimelineStore) => store.state().rows.map(({ label }) => label);

describe("TimelineStore", () => {
  it("shows a thread, and what comes later once it hears of it", async () => {
    const { api } = await startServer([{ text: "One." }, { text: "Two." }]);
    const { threadId, seq } = await say(api);
    const store = new TimelineStore(api);
    store.open(threadId, seq);
    await settled(store);
    expect(labels(store)).toEqual(["Run", "Step 1", "Model"]);
    expect(store.state()).toMatchObject({ hasEarlier: false, problem: undefined });
    store.hear((await say(api, threadId)).seq);
    await settled(store);
    expect(labels(store)).toEqual(["Run", "Step 1", "Model", "Run", "Step 1", "Model"]);
  });

  it("goes back on demand", async () => {
    const { api } = await startServer([{ text: "word ".repeat(2_000) }, { text: "Two." }]);
    const { threadId } = await say(api);
    const { seq } = await say(api, threadId);
    const store = new TimelineStore(api);
    // As if so many numbers had passed that the first run is far away.
    store.open(threadId, seq + 2_990);
    await settled(store);
    expect(store.state().hasEarlier).toBe(true);
    const before = store.state().rows.length;
    await store.loadEarlier();
    expect(store.state().hasEarlier).toBe(false);
    expect(store.state().rows.length).toBeGreaterThan(before);
    const seqs = store.state().rows.flatMap(({ events }) => events.map((event) => event.seq));
    expect(Math.min(...seqs)).toBe(1);
  });

  it("says why there is nothing, and shows nothing of a thread that was left", async () => {
    const { api } = await startServer([{ text: "One." }]);
    const { threadId, seq } = await say(api);
    const store = new TimelineStore(api);
    store.open(threadId, seq);
    store.open("none", 1);
    await settled(store);
    expect(store.state()).toMatchObject({ rows: [], problem: "There is no such thread." });
    store.open(undefined, 0);
    expect(store.state().problem).toBeUndefined();
  });
});
