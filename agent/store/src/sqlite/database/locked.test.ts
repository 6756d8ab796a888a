import { once } from "node:events";
import { setInterval, setTimeout } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { eventsOf, warning } from "../../../../../runtime/core/test/journal-contract.ts";
import { alice, bob, freshStore, lockedWhile, pay, question, startChild } from "../../../test/making.ts";

/** Times that a timer of 10 ms fires while another process keeps the database locked: a frozen thread counts none. */
const TICKS = 100;
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

async function locked(file: string) {
  const { child, lines, exited } = startChild("locking.child.ts", [file]);
  await once(lines, "line");
  return async () => {
    child.stdin.write("let go\n");
    await exited;
  };
}

describe("a database that another process keeps locked", () => {
  it("freezes no timer, loses nothing, and keeps the order of what came meanwhile", async () => {
    const store = freshStore({ busyTimeoutMs: 60_000 });
    await store.journal(bob).append(warning(1));
    const letGo = await locked(store.file);
    const journal = store.journal(alice);
    let stored: number[] = [];
    const appended = numbers(50).map((seq) => journal.append(warning(seq)).then(() => stored.push(seq)));
    const output = store.outputs.save("long", bob);
    const asked = store.approvals.approver(bob).approve(question("a"), pay, AbortSignal.timeout(60_000));
    let ticks = 0;
    let refused = 0;
    for await (const _ of setInterval(10)) {
      ticks += 1;
      if (ticks % 10 === 0) expect(() => store.threads.create({ channel: "web" })).toThrow(/locked/);
      refused += Number(ticks % 10 === 0);
      if (ticks === TICKS) break;
    }
    expect([stored, refused]).toEqual([[], 10]);
    await letGo();
    await Promise.all(appended);
    expect(stored).toEqual(numbers(50));
    expect((await eventsOf(store.journal(alice))).map(({ seq }) => seq)).toEqual(numbers(50));
    expect(await store.outputs.lines((await output).id, bob)).toBeDefined();
    await expect.poll(() => store.approvals.list()).toHaveLength(1);
    store.approvals.claim({ approvalId: "a", approve: true });
    expect(await asked).toMatchObject({ approve: true });
    stored = [];
  });

  it("is waited for as long as busyTimeoutMs says, and then nothing has happened", async () => {
    const store = freshStore({ busyTimeoutMs: 100 });
    const letGo = await locked(store.file);
    const journal = store.journal(alice);
    const outcomes = await Promise.allSettled(numbers(20).map((seq) => journal.append(warning(seq))));
    const busy = expect.objectContaining({ code: "busy" });
    expect(outcomes).toEqual(numbers(20).map(() => ({ status: "rejected", reason: busy })));
    await letGo();
    expect(await eventsOf(store.journal(alice))).toEqual([]);
    await journal.append(warning(1));
    expect(await eventsOf(store.journal(alice))).toEqual([warning(1)]);
  });

  it("keeps a question to a person waiting, however long that takes", async () => {
    const store = freshStore({ busyTimeoutMs: 100 });
    const letGo = await locked(store.file);
    const asked = store.approvals.approver(alice).approve(question("a"), pay, AbortSignal.timeout(60_000));
    const failed = asked.catch((error: unknown) => error);
    await expect(store.journal(bob).append(warning(1))).rejects.toMatchObject({ code: "busy" });
    await letGo();
    await expect.poll(() => store.approvals.list()).toHaveLength(1);
    store.approvals.claim({ approvalId: "a", approve: true });
    expect(await failed).toMatchObject({ approve: true });
  });

  it("fails what waited for it too long, and nothing that is given later", async () => {
    const store = freshStore({ busyTimeoutMs: 100 });
    const journal = store.journal(alice);
    const letGo = await locked(store.file);
    await expect(journal.append(warning(1))).rejects.toMatchObject({ code: "busy" });
    await letGo();
    await store.journal(alice).append(warning(1));
    expect(journal.lastSeq()).toBe(1);
    await journal.append(warning(2));
    expect((await eventsOf(journal)).map(({ seq }) => seq)).toEqual([1, 2]);
  });

  it("is waited for by what is queued after one event that cannot be stored", async () => {
    const store = freshStore({ busyTimeoutMs: 60_000, limits: { conversationBytes: 500 } });
    const letGo = await locked(store.file);
    const large = expect(store.journal(alice).append(warning(1, "x".repeat(1_000)))).rejects.toMatchObject({
      code: "limit",
    });
    const small = store.journal(bob).append(warning(1));
    await setTimeout(100);
    await letGo();
    await large;
    await small;
  });

  it("is waited for no longer where the clock stands still, as it may in the tests of a program", () => {
    const store = freshStore({ busyTimeoutMs: 100 });
    lockedWhile(store.file, () => {
      const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
      onTestFinished(() => clock.mockRestore());
      expect(() => store.threads.create({ channel: "web" })).toThrow(/locked/);
    });
  });

  it("is waited for by a store that is closed with something queued", async () => {
    const store = freshStore({ busyTimeoutMs: 20 });
    const queued = expect(store.journal(alice).append(warning(1))).rejects.toMatchObject({ code: "busy" });
    lockedWhile(store.file, () => store.close());
    await queued;
  });
});
