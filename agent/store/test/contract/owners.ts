import { describe, expect, it, onTestFinished } from "vitest";
import { toolOf } from "../../../../runtime/core/test/making.ts";
import type { Store, Thread } from "../../src/index.ts";
import { done, fresh, runStart, type StoreUnderTest, two } from "./under-test.ts";

const MINE = { channel: "web", chatId: "mine" };
const HERS = { channel: "web", chatId: "hers" };
const NOBODYS = { channel: "web", chatId: "nobodys" };
const said = (seq: number, runId: string) => runStart(seq, runId, ["about whales"]);

const ids = (threads: readonly Thread[]) => threads.map(({ conversation }) => conversation.chatId);

/** Three threads that began alike: of two owners, and of none. */
async function owned(store: Store): Promise<void> {
  for (const [conversation, owner] of [
    [MINE, "me"],
    [HERS, "her"],
    [NOBODYS, undefined],
  ] as const) {
    await store.threads.create({ ...conversation, ...(owner && { owner }) });
    await store.journal(conversation).append(said(1, "a"));
    await store.journal(conversation).append(done(2, "a"));
  }
}

function ask(store: Store, conversation: typeof MINE, approvalId = conversation.chatId): void {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const request = { approvalId, toolCallId: `call-${approvalId}`, toolName: "pay", arguments: {} };
  const tool = toolOf("pay", () => "paid", { requiresConfirmation: true });
  const answer = store.approvals.approver(conversation).approve(request, tool, stop.signal);
  Promise.resolve(answer).catch(() => undefined);
}

/** Owners: who else shares the store finds nothing of theirs. */
export function ownersContract(of: StoreUnderTest): void {
  describe("owners", () => {
    it("stay with their threads, whoever names these again, and with the forks of these", async () => {
      const [one, other] = await two(of);
      await owned(one);
      expect(await other.threads.get(MINE)).toMatchObject({ owner: "me" });
      expect(await other.threads.get(NOBODYS)).not.toHaveProperty("owner");
      expect(await other.threads.create({ ...MINE, owner: "her" })).toMatchObject({ owner: "me" });
      expect(await other.threads.create({ ...NOBODYS, owner: "her" })).not.toHaveProperty("owner");
      expect(await other.threads.fork({ from: MINE, chatId: "fork" })).toMatchObject({ owner: "me" });
      expect(await one.threads.fork({ from: NOBODYS, chatId: "free" })).not.toHaveProperty("owner");
    });

    it("find their own threads alone, in pages, by words and by how they began", async () => {
      const store = await fresh(of);
      await owned(store);
      await store.threads.fork({ from: MINE, chatId: "fork" });
      await store.threads.mark(HERS, { pinned: true });
      const { threads, next } = await store.threads.list({ channel: "web", owner: "me", limit: 1 });
      expect(ids(threads)).toEqual(["fork"]);
      const rest = await store.threads.list({ channel: "web", owner: "me", limit: 1, cursor: next ?? "" });
      expect(ids(rest.threads)).toEqual(["mine"]);
      expect(rest.next).toBeUndefined();
      expect((await store.threads.list({ channel: "web", owner: "me", pinned: true })).threads).toEqual([]);
      expect((await store.threads.list({ channel: "web" })).threads).toHaveLength(4);
      const found = await store.threads.search({ channel: "web", owner: "me", words: "whales" });
      expect(ids(found.found.map(({ thread }) => thread)).toSorted()).toEqual(["fork", "mine"]);
      expect((await store.threads.search({ channel: "web", words: "whales" })).found).toHaveLength(4);
      const message = { role: "user", content: "about whales" } as const;
      const begun = await store.threads.begunWith({ channel: "web", owner: "her", message });
      expect(ids(begun)).toEqual(["hers"]);
    });

    it("have room of their own", async () => {
      const store = await fresh(of);
      for (const n of [0, 1, 2]) await store.threads.create({ channel: "web", chatId: `mine-${n}`, owner: "me" });
      await store.threads.create({ ...HERS, owner: "her" });
      expect(await store.threads.trim({ channel: "web", owner: "me", keep: 1 })).toBe(2);
      expect(ids((await store.threads.list({ channel: "web" })).threads)).toEqual(["hers", "mine-2"]);
    });

    it("tell the open runs of users from those of programs", async () => {
      const store = await fresh(of);
      await owned(store);
      for (const conversation of [MINE, NOBODYS]) {
        const lease = await store.leases.acquire(conversation);
        await store.journal(conversation, { ...(lease && { lease }) }).append(said(3, "b"));
        await lease?.release();
      }
      expect(ids(await store.threads.open({ owned: true }))).toEqual(["mine"]);
      expect(ids(await store.threads.open({}))).toEqual(["mine", "nobodys"]);
      expect(await store.threads.open({ channel: "cli" })).toEqual([]);
      expect(await store.threads.interrupted({ owned: true })).toEqual([MINE]);
      expect(await store.threads.interrupted({ channel: "web" })).toEqual([MINE, NOBODYS]);
    });

    it("stand with the answers that counted, and who gave them, also when the thread is gone", async () => {
      const [one, other] = await two(of);
      await owned(one);
      for (const conversation of [MINE, HERS, NOBODYS]) ask(one, conversation);
      await expect.poll(async () => (await other.approvals.list()).length).toBe(3);
      const edited = { approvalId: "mine", approve: true, arguments: { n: 1 } } as const;
      const about = { conversation: MINE, decidedBy: "Ada \0 L.", rules: ["pay(*)"] };
      expect(await other.approvals.claim(edited, about)).toMatchObject({ outcome: "accepted" });
      expect(await other.approvals.claim(edited, about)).toEqual({ outcome: "used" });
      await other.approvals.claim({ approvalId: "hers", approve: false, reason: "no" }, { decidedBy: "Bob" });
      await other.decide("nobodys", { approve: true });
      await one.threads.delete(HERS);
      const accepted = await one.approvals.audit({ accepted: true });
      const told = { time: expect.any(Number), number: expect.any(Number), toolName: "pay" };
      expect(accepted).toEqual([
        { ...told, approvalId: "nobodys", conversation: NOBODYS, toolCallId: "call-nobodys", approve: true },
        {
          ...told,
          approvalId: "hers",
          conversation: HERS,
          owner: "her",
          toolCallId: "call-hers",
          approve: false,
          decidedBy: "Bob",
        },
        {
          ...told,
          approvalId: "mine",
          conversation: MINE,
          owner: "me",
          toolCallId: "call-mine",
          approve: true,
          edited: true,
          decidedBy: "Ada \0 L.",
          rules: ["pay(*)"],
        },
      ]);
      expect(await one.approvals.audit({ accepted: true, owner: "her" })).toEqual([accepted[1]]);
      expect(await one.approvals.audit({ accepted: true, conversation: MINE, approvalId: "mine" })).toEqual([
        accepted[2],
      ]);
      expect(await one.approvals.audit({ accepted: true, before: accepted[0]?.number ?? 0, limit: 1 })).toEqual([
        accepted[1],
      ]);
      expect(await one.approvals.audit()).toMatchObject([{ approvalId: "mine", ignored: "used" }]);
    });

    it("count each question that one answer answers", async () => {
      const store = await fresh(of);
      await owned(store);
      for (const id of ["a", "b"]) ask(store, MINE, id);
      await expect.poll(async () => (await store.approvals.list()).length).toBe(2);
      await store.approvals.claim({ approvalId: "a", approve: true }, { decidedBy: "Ada" }, ["b"]);
      expect(await store.approvals.audit({ accepted: true })).toMatchObject([
        { approvalId: "b", decidedBy: "Ada", approve: true },
        { approvalId: "a", decidedBy: "Ada", approve: true },
      ]);
    });

    it("are named by their questions, and find these and their audit alone", async () => {
      const [one, other] = await two(of);
      await owned(one);
      for (const conversation of [MINE, HERS, NOBODYS]) ask(one, conversation);
      await expect.poll(async () => (await other.approvals.list()).length).toBe(3);
      expect(await other.approvals.list({ owner: "me" })).toMatchObject([{ approvalId: "mine", owner: "me" }]);
      expect(await other.approvals.list({ owner: "her", conversation: MINE })).toEqual([]);
      expect(await other.approvals.get("hers")).toMatchObject({ owner: "her" });
      expect(await other.approvals.get("nobodys")).not.toHaveProperty("owner");
      for (const approvalId of ["mine", "hers"]) {
        await other.approvals.claim({ approvalId, approve: false, reason: "no" });
        await other.approvals.claim({ approvalId, approve: true });
      }
      expect(await one.approvals.audit({ owner: "me" })).toMatchObject([{ approvalId: "mine", ignored: "used" }]);
      expect(await one.approvals.audit()).toHaveLength(2);
    });
  });
}
