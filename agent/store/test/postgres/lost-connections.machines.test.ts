import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { StoreError } from "../../src/index.ts";
import { AppendQueue } from "../../src/postgres/journal/append-queue.ts";
import { openPostgresStore, type PostgresStore, type PostgresStoreOptions } from "../../src/postgres.ts";
import { alice, all, runStart, warning } from "../contract/under-test.ts";
import { pay, question } from "../making.ts";
import { type CuttingProxy, startCuttingProxy } from "./support/cutting-proxy.ts";
import { optionsOf, placeIn } from "./support/postgres-place.ts";

const url = inject("postgres");

async function through(options: Partial<PostgresStoreOptions> = {}): Promise<[PostgresStore, CuttingProxy, string]> {
  const place = placeIn(url);
  const proxy = await startCuttingProxy(url);
  const store = await openPostgresStore({ ...optionsOf(place), url: proxy.url, pollMs: 100, ...options });
  onTestFinished(async () => {
    await store.close();
    proxy.close();
  });
  return [store, proxy, place];
}

const asks = (word: string) => (sent: Buffer) => sent.includes(word);
const seqsOf = async (store: PostgresStore) => (await all(store.journal(alice).read())).map(({ seq }) => seq);

describe.skipIf(url === "")("what was under way when a connection was lost", () => {
  it("was stored: it counts, once", async () => {
    const [store, proxy] = await through();
    const journal = store.journal(alice);
    for (const seq of [1, 2, 3]) {
      proxy.loseAnswerTo(asks(`"seq":${seq},`));
      await journal.append(warning(seq));
    }
    expect(proxy.lost).toBe(3);
    proxy.loseAnswerTo(asks('"seq":4,'));
    await Promise.all([journal.append(warning(4)), journal.append(warning(5)), journal.append(runStart(6, "r"))]);
    expect(await seqsOf(store)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await journal.runs()).toHaveLength(1);
  });

  it("was not stored: it is made", async () => {
    const [store, proxy] = await through();
    const journal = store.journal(alice);
    for (let seq = 1; seq <= 20; seq += 1) {
      const appended = journal.append(warning(seq));
      if (seq % 4 === 0) proxy.cut();
      await appended;
    }
    expect(await seqsOf(store)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  });

  it("was stored, and somebody else has written since: it still counts, and nothing more is stored behind his back", async () => {
    const [store, proxy, place] = await through();
    const other = await openPostgresStore(optionsOf(place));
    onTestFinished(() => other.close());
    const journal = store.journal(alice);
    await journal.append(warning(1));
    proxy.loseAnswerTo(asks('"seq":2,'));
    const appended = journal.append(warning(2));
    await expect.poll(() => other.journal(alice).lastSeq(), { interval: 1 }).toBe(2);
    await other.journal(alice).append(warning(3));
    await appended;
    await expect(journal.append(warning(3))).rejects.toMatchObject({ code: "conflict" });
    expect(await seqsOf(other)).toEqual([1, 2, 3]);
  });

  it("was an answer: it is taken once, and the one who gave it hears so", async () => {
    const [store, proxy, place] = await through();
    const another = await openPostgresStore({ ...optionsOf(place), url: proxy.url });
    onTestFinished(() => another.close());
    const answer = store.approvals.approver(alice).approve(question("q"), pay, new AbortController().signal);
    await expect.poll(async () => (await store.approvals.list()).length).toBe(1);
    // Its first transaction: a statement is sent once for each connection, and then goes by its name.
    proxy.loseAnswerTo(asks("COMMIT"));
    expect(await another.approvals.claim({ approvalId: "q", approve: true })).toMatchObject({ outcome: "accepted" });
    expect((await answer).approve).toBe(true);
    expect(await store.approvals.claim({ approvalId: "q", approve: true })).toEqual({ outcome: "used" });
    expect(proxy.lost).toBe(1);
  });

  it("was a lease: it is held by the one who asked, and by nobody else", async () => {
    const [store, proxy] = await through();
    proxy.loseAnswerTo(asks("alice"));
    const lease = await store.leases.acquire(alice);
    expect(proxy.lost).toBe(1);
    expect(lease).toBeDefined();
    expect(await store.leases.acquire(alice)).toBeUndefined();
    await store.journal(alice, { lease }).append(warning(1));
    proxy.loseAnswerTo(asks("alice"));
    await lease?.release();
    expect(await store.leases.holder(alice)).toBeUndefined();
  });

  it("was an output, a thread, a title: there is one", async () => {
    const [store, proxy] = await through();
    proxy.loseAnswerTo(asks("kept text"));
    const ref = await store.outputs.save("kept text", alice);
    expect(await store.outputs.recent(alice, 5)).toEqual([ref]);
    proxy.loseAnswerTo(asks("made"));
    await store.threads.create({ channel: "web", chatId: "made" });
    proxy.loseAnswerTo(asks("made"));
    expect(await store.threads.delete({ channel: "web", chatId: "made" })).toBe("deleted");
    expect(proxy.lost).toBe(3);
  });

  it("fails as unreachable when the database stays away, and the journal goes on when it is back", async () => {
    const [store, proxy, place] = await through({ retryMs: 300, connectTimeoutMs: 100 });
    const journal = store.journal(alice);
    await journal.append(warning(1));
    proxy.hold(true);
    proxy.cut();
    const failed = await journal.append(warning(2)).catch((error: unknown) => error);
    expect(failed).toMatchObject({ name: "StoreError", code: "unreachable" });
    expect(JSON.stringify({ failed, text: String(failed) })).not.toContain(decodeURIComponent(new URL(url).password));
    proxy.hold(false);
    await expect.poll(() => journal.append(warning(2)).then(() => "stored", String)).toBe("stored");
    const other = await openPostgresStore(optionsOf(place));
    onTestFinished(() => other.close());
    expect(await seqsOf(other)).toEqual([1, 2]);
  });

  it("ends the work of a lease: nothing is stored from there when the database is back, and another attempt goes on", async () => {
    const [store, proxy] = await through({ retryMs: 300, connectTimeoutMs: 100 });
    const lease = await store.leases.acquire(alice);
    const journal = store.journal(alice, { lease });
    await journal.append(runStart(1, "r"));
    proxy.hold(true);
    proxy.cut();
    await expect(journal.append(warning(2))).rejects.toMatchObject({ code: "unreachable" });
    proxy.hold(false);
    await expect.poll(() => seqsOf(store).catch(() => [])).toEqual([1]);
    await expect(journal.append(warning(3))).rejects.toMatchObject({ code: "unreachable" });
    const attempt = store.journal(alice, { lease });
    await attempt.append(warning((await attempt.lastSeq()) + 1));
    expect(await seqsOf(store)).toEqual([1, 2]);
  });

  it("ends the work of a lease, also for an event that is given before the failure is told", async () => {
    const [store] = await through();
    const lease = await store.leases.acquire(alice);
    const append = AppendQueue.prototype.append;
    let lose = (): void => undefined;
    const lost = (_: unknown, reject: (error: unknown) => void) => {
      lose = () => reject(new StoreError("unreachable", "The database did not answer."));
    };
    const given = vi.spyOn(AppendQueue.prototype, "append");
    given.mockImplementation(function (this: AppendQueue, one) {
      return one.prepared.event.seq % 2 === 0 ? new Promise<number>(lost) : append.call(this, one);
    });
    onTestFinished(() => given.mockRestore());
    for (let turns = 0; turns < 12; turns += 1) {
      const journal = store.journal(alice, { lease });
      const seq = 2 * turns + 1;
      await journal.append(warning(seq));
      const appended = journal.append(warning(seq + 1)).catch(({ code }) => code);
      await pause(1);
      lose();
      for (let turn = 0; turn < turns; turn += 1) await undefined;
      await expect(journal.append(warning(seq + 2))).rejects.toMatchObject({
        code: expect.stringMatching(/unreachable|conflict/),
      });
      expect(await appended).toBe("unreachable");
    }
  });
});

describe.skipIf(url === "")("a network that swallows everything", () => {
  it("is noticed: what was under way fails in time, or is done once when it is back", async () => {
    const times = { statementTimeoutMs: 300, connectTimeoutMs: 300, retryMs: 60_000 };
    const [store, proxy, place] = await through(times);
    const [impatient, another] = await through({ ...times, retryMs: 100 });
    const journal = store.journal(alice);
    await journal.append(warning(1));
    await impatient.journal(alice).append(warning(1));
    for (const one of [proxy, another]) one.hold(true);
    const appended = journal.append(warning(2));
    await expect(impatient.journal(alice).append(warning(2))).rejects.toMatchObject({ code: "unreachable" });
    for (const one of [proxy, another]) one.hold(false);
    await appended;
    const other = await openPostgresStore(optionsOf(place));
    onTestFinished(() => other.close());
    expect(await seqsOf(other)).toEqual([1, 2]);
  });

  it("lets a server take over what runs behind it, and nothing is stored from there any more", async () => {
    const times = { statementTimeoutMs: 300, connectTimeoutMs: 300, leaseMs: 600 };
    const [store, proxy, place] = await through(times);
    const other = await openPostgresStore({ ...optionsOf(place), leaseMs: 600 });
    onTestFinished(() => other.close());
    const lease = await store.leases.acquire(alice);
    const journal = store.journal(alice, { lease });
    await journal.append(runStart(1, "r"));
    proxy.hold(true);
    const cutAt = performance.now();
    const late = journal.append(warning(2)).catch((error: unknown) => error);
    await expect.poll(async () => (await other.threads.interrupted()).length, { interval: 20 }).toBe(1);
    const taken = await other.leases.acquire(alice);
    expect(taken).toBeDefined();
    // A store of the usual times tries for so long, and holds a lease for so long.
    expect(performance.now() - cutAt).toBeLessThan(15_000);
    await other.journal(alice, { lease: taken }).append(warning(2, "taken over"));
    proxy.hold(false);
    expect(await late).toMatchObject({ code: "lease_lost" });
    await expect.poll(() => lease?.signal.aborted).toBe(true);
    expect(await seqsOf(other)).toEqual([1, 2]);
  });
});

describe.skipIf(url === "")("a writer whose answers come when its lease is over", () => {
  const scene = async () => {
    const times = { statementTimeoutMs: 300, connectTimeoutMs: 300, leaseMs: 600 };
    const [store, proxy, place] = await through(times);
    const other = await openPostgresStore({ ...optionsOf(place), leaseMs: 600 });
    onTestFinished(() => other.close());
    const lease = await store.leases.acquire(alice);
    const journal = store.journal(alice, { lease });
    await journal.append(runStart(1, "r"));
    proxy.loseAnswerTo(asks('"seq":2,'));
    const late = journal.append(warning(2)).then(
      () => "stored",
      (error: unknown) => error,
    );
    await expect.poll(() => other.journal(alice).lastSeq(), { interval: 5 }).toBe(2);
    proxy.hold(true);
    return { other, proxy, lease, late, journal };
  };

  it("is told that somebody else goes on, though its event is stored: what the event allows must not begin", async () => {
    const { other, proxy, lease, late } = await scene();
    const take = async () => (await other.leases.acquire(alice)) !== undefined;
    await expect.poll(take, { interval: 20 }).toBe(true);
    proxy.hold(false);
    expect(await late).toMatchObject({ code: "lease_lost" });
    expect(lease?.signal.aborted).toBe(true);
    expect(await seqsOf(other)).toEqual([1, 2]);
  });

  it("goes on where nobody has taken it", async () => {
    const { proxy, late, journal } = await scene();
    await pause(1_500);
    proxy.hold(false);
    expect(await late).toBe("stored");
    await journal.append(warning(3));
  });
});

describe.skipIf(url === "")("a store with few connections", () => {
  it("does everything in turn, however much is asked at once", async () => {
    const [store] = await through({ connections: 2 });
    const asked = Array.from({ length: 60 }, async (_, n) => {
      const conversation = { channel: "web", chatId: String(n % 20) };
      await store.threads.create(conversation);
      await store.outputs.save(`output ${n}`, conversation);
      return store.threads.get(conversation);
    });
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(60);
  });

  it("says busy when a statement takes too long, and has not done it", async () => {
    const [made, , place] = await through();
    await made.threads.create(alice);
    const store = await openPostgresStore({ ...optionsOf(place), statementTimeoutMs: 200 });
    onTestFinished(() => store.close());
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query("BEGIN");
    await client.query(`SELECT 1 FROM ${optionsOf(place).schema}.threads FOR UPDATE`);
    await expect(store.threads.rename(alice, "never")).rejects.toMatchObject({ code: "busy" });
    await expect(store.journal(alice).append(warning(1))).rejects.toMatchObject({ code: "busy" });
    await client.end();
    expect(await store.threads.get(alice)).toMatchObject({ title: "", lastSeq: 0 });
  });
});

describe.skipIf(url === "")("who follows when the connection for messages is lost", () => {
  it("gets every stored event, in order, and live ones again once it is back", async () => {
    const [store, proxy, place] = await through();
    const other = await openPostgresStore(optionsOf(place));
    onTestFinished(() => other.close());
    const heard: number[] = [];
    const stop = new AbortController();
    const following = (async () => {
      for await (const { seq } of store.journal(alice).follow({ signal: stop.signal })) heard.push(seq);
    })();
    const live: number[] = [];
    const leave = await store.live?.subscribe(alice, ({ seq }) => live.push(seq));
    const journal = other.journal(alice);
    for (let seq = 1; seq <= 60; seq += 1) {
      await journal.append(warning(seq));
      if (seq % 15 === 0) proxy.cut();
      await pause(2);
    }
    await expect.poll(() => heard.length).toBe(60);
    expect(heard).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
    const event = { id: "live", seq: 61, time: 1, runId: "r", type: "text_delta", data: { delta: "again" } } as const;
    await expect
      .poll(() => {
        other.live?.publish(alice, event);
        return live.length;
      })
      .toBeGreaterThan(0);
    leave?.();
    stop.abort();
    await following;
  });

  it("hears of what a process stored that told nobody, within the time to look", async () => {
    const [store, , place] = await through();
    const { schema } = optionsOf(place);
    await store.journal(alice).append(warning(1));
    const following = store.journal(alice).follow({ after: 1 });
    const next = following.next();
    // Behind the back of every store: nobody is told.
    const client = new Client({ connectionString: url });
    await client.connect();
    await pause(300);
    await client.query(`INSERT INTO ${schema}.events (thread, seq, body) SELECT id, 2, $1 FROM ${schema}.threads`, [
      JSON.stringify(warning(2)),
    ]);
    await client.query(`UPDATE ${schema}.threads SET last_seq = 2`);
    await client.end();
    expect(await next).toMatchObject({ value: { seq: 2 } });
    await following.return(undefined);
  });
});
