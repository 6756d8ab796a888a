import type { Conversation } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { eventsOf } from "../../core/test/journal-contract.ts";
import { alice, freshStore, linesOf, pay, question } from "../test/making.ts";

const EVENTS = 150;

/** What several processes print that do the same work at once. */
async function together(count: number, file: string, work: string): Promise<string[][]> {
  const names = Array.from({ length: count }, (_, n) => `p${n}`);
  return Promise.all(
    names.map((name) => linesOf("hammer.child.ts", [file, work, name, String(EVENTS), String(count)])),
  );
}

describe("two processes on one database", () => {
  it("write to conversations of their own without an error", async () => {
    const store = freshStore({ busyTimeoutMs: 20_000 });
    expect(await together(2, store.file, "own")).toEqual([["stored 150"], ["stored 150"]]);
    for (const chatId of ["p0", "p1"]) {
      const seqs = (await eventsOf(store.journal({ channel: "web", chatId }))).map(({ seq }) => seq);
      expect(seqs).toEqual(Array.from({ length: EVENTS }, (_, n) => n + 1));
    }
  });

  it("write to one conversation: every event has a number of its own, and each knew the ones before it", async () => {
    const store = freshStore({ busyTimeoutMs: 20_000 });
    const printed = await together(2, store.file, "same");
    expect(printed.map((lines) => lines[0])).toEqual(["stored 150", "stored 150"]);
    const events = await eventsOf(store.journal(alice));
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 2 * EVENTS }, (_, n) => n + 1));
    // Every event names the one that its writer took for the newest.
    expect(events.filter(({ seq, time }) => time !== seq - 1)).toEqual([]);
    const conflicts = printed.map((lines) => Number(lines[1]?.split(" ")[1]));
    expect(Math.max(...conflicts)).toBeGreaterThan(0);
  });

  it("take every lease once", async () => {
    const store = freshStore({ busyTimeoutMs: 20_000 });
    const taken = (await together(3, store.file, "leases")).map((lines) => lines[0]?.split(" ").filter(Boolean) ?? []);
    const all = taken.flat();
    expect(all.toSorted()).toEqual([...new Set(all)].toSorted());
    expect(all).toHaveLength(40);
  });

  it("answer every question once, and the audit has the other answers", async () => {
    const store = freshStore({ busyTimeoutMs: 20_000 });
    const waiting = new AbortController();
    const answers = Array.from({ length: 40 }, (_, n) =>
      store.approvals.approver(alice).approve(question(`q${n}`), pay, waiting.signal),
    );
    const accepted = (await together(3, store.file, "claims")).map((lines) => Number(lines[0]?.split(" ")[1]));
    expect(accepted.reduce((sum, count) => sum + count, 0)).toBe(40);
    const reasons = (await Promise.all(answers)).map((answer) => (answer.approve ? "" : answer.reason));
    for (const [index, name] of ["p0", "p1", "p2"].entries()) {
      expect(reasons.filter((reason) => reason === name)).toHaveLength(accepted[index] ?? -1);
    }
    expect(store.approvals.audit({ limit: 1_000 }).filter(({ ignored }) => ignored === "used")).toHaveLength(80);
  });

  it("see each other's threads", async () => {
    const store = freshStore();
    await together(2, store.file, "own");
    const list = store.threads
      .list({ channel: "web" })
      .threads.map(({ conversation }: { conversation: Conversation }) => conversation.chatId);
    expect(list.toSorted()).toEqual(["p0", "p1"]);
  });
});
