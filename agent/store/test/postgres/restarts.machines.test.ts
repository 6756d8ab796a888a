import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { openPostgresStore } from "../../src/postgres.ts";
import { all, warning } from "../contract/under-test.ts";
import { startPostgres } from "./support/postgres-server.ts";

const WRITERS = 8;
const RESTARTS = 6;

describe.skipIf(inject("postgres") === "")("a server that is killed or restarted while events are stored", () => {
  it("loses none, doubles none, and keeps their order; whoever writes only waits", async () => {
    const server = await startPostgres();
    const store = await openPostgresStore({ url: server.url, retryMs: 60_000 });
    onTestFinished(async () => {
      await store.close();
      await server.end();
    });
    let isOver = false;
    const conversations = Array.from({ length: WRITERS }, (_, n) => ({ channel: "web", chatId: `writer ${n}` }));
    const heard: number[] = [];
    const stop = new AbortController();
    const following = (async () => {
      const [first = { channel: "", chatId: "" }] = conversations;
      for await (const { seq } of store.journal(first).follow({ signal: stop.signal })) heard.push(seq);
    })();
    const written = conversations.map(() => 0);
    const writing = conversations.map(async (conversation, writer) => {
      const journal = store.journal(conversation);
      let seq = 0;
      for (; !isOver; written[writer] = seq += 1) await journal.append(warning(seq + 1, "x".repeat(seq % 700)));
      return seq;
    });
    /** On a busy machine a moment is not enough for each of them. */
    const allGoOn = async () => {
      const before = [...written];
      await expect.poll(() => written.every((count, writer) => count > (before[writer] ?? 0))).toBe(true);
    };
    for (let n = 0; n < RESTARTS; n += 1) {
      await allGoOn();
      await pause((n * 37) % 150);
      await (n % 3 === 2 ? server.stop() : server.kill());
      await server.start();
    }
    await allGoOn();
    isOver = true;
    const stored = await Promise.all(writing);
    for (const [n, conversation] of conversations.entries()) {
      const seqs = (await all(store.journal(conversation).read())).map(({ seq }) => seq);
      expect(seqs).toEqual(Array.from({ length: stored[n] ?? 0 }, (_, place) => place + 1));
    }
    await expect.poll(() => heard.length).toBe(stored[0]);
    expect(heard).toEqual(heard.map((_, place) => place + 1));
    expect(Math.min(...stored)).toBeGreaterThan(RESTARTS);
    stop.abort();
    await following;
  });
});
