import type { ApprovalRequest } from "@toolwright/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { toolOf } from "../../../../runtime/core/test/making.ts";
import { wrongDecisions } from "../../../../runtime/core/test/wrong-decisions.ts";
import type { Store } from "../../src/index.ts";
import { alice, bob, fresh, freshPlace, opened, pause, runStart, type StoreUnderTest, two } from "./under-test.ts";

const pay = toolOf("pay", () => "paid", { requiresConfirmation: true });
const yes = (approvalId: string) => ({ approvalId, approve: true }) as const;
const no = (approvalId: string) => ({ approvalId, approve: false, reason: "no" }) as const;

type Changed = Partial<
  Pick<ApprovalRequest, "expiresAt" | "toolCallId" | "arguments" | "reach" | "shows" | "preview" | "program">
>;

function asking(store: Store, approvalId: string, extra: Changed = {}, tool = pay) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const request = { approvalId, toolCallId: `call-${approvalId}`, toolName: "pay", arguments: { amount: 5 }, ...extra };
  const answer = store.approvals.approver(alice).approve(request, tool, stop.signal);
  answer.catch(() => undefined);
  return { stop, answer };
}

async function listed(store: Store, count: number): Promise<string[]> {
  await expect.poll(async () => (await store.approvals.list()).length).toBe(count);
  return (await store.approvals.list()).map(({ approvalId }) => approvalId);
}

/** Questions: one answer each counts, from whichever process it comes. */
export function approvalsContract(of: StoreUnderTest): void {
  describe("approvals", () => {
    it("are listed everywhere while they wait, and take one answer, with edited arguments", async () => {
      const [one, other] = await two(of);
      const reach = { files: "file", network: false, undo: true } as const;
      const { answer } = asking(one, "a", { reach });
      expect(await listed(other, 1)).toEqual(["a"]);
      expect(await other.approvals.list()).toMatchObject([{ reach }]);
      expect(await other.approvals.list({ conversation: bob })).toEqual([]);
      expect(await other.approvals.get("a")).toMatchObject({
        conversation: alice,
        toolName: "pay",
        arguments: { amount: 5 },
        reach,
      });
      const edited = { approvalId: "a", approve: true, arguments: { amount: 4 }, reason: "less" } as const;
      expect(await other.approvals.claim(edited)).toMatchObject({ outcome: "accepted", approval: { approvalId: "a" } });
      expect(await answer).toEqual(edited);
      expect(await one.approvals.list()).toEqual([]);
      expect(await one.approvals.claim(yes("a"))).toEqual({ outcome: "used" });
    });

    it("ignore answers that are forged, misled or second, and note them", async () => {
      const [one, other] = await two(of);
      const { answer } = asking(one, "a");
      await listed(other, 1);
      expect(await other.approvals.claim(yes("a"), { conversation: bob })).toEqual({ outcome: "unknown" });
      expect(await other.approvals.claim(yes("a"), { toolCallId: "call-b" })).toEqual({ outcome: "unknown" });
      expect(await other.approvals.claim(yes(`forged ${"x".repeat(500)}`))).toEqual({ outcome: "unknown" });
      const expected = { conversation: alice, toolCallId: "call-a" };
      expect(await other.approvals.claim(no("a"), expected)).toMatchObject({ outcome: "accepted" });
      expect(await answer).toEqual(no("a"));
      expect(await one.approvals.claim(yes("a"))).toEqual({ outcome: "used" });
      const audit = await one.approvals.audit();
      expect(audit.map(({ ignored }) => ignored)).toEqual(["used", "unknown", "unknown", "unknown"]);
      expect(audit[0]).toEqual({
        ...{ approvalId: "a", conversation: alice, approve: true, ignored: "used" },
        time: expect.any(Number),
      });
      expect(audit[1]?.approvalId).toHaveLength(100);
      expect(audit[1]).not.toHaveProperty("conversation");
      expect(await one.approvals.audit({ approvalId: "a", limit: 2 })).toHaveLength(2);
      expect(await one.approvals.audit({ conversation: bob })).toEqual([]);
    });

    it("take one answer for several questions that wait in one conversation", async () => {
      const [one, other] = await two(of);
      const answers = ["a", "b", "c"].map((id) => asking(one, id).answer);
      await listed(other, 3);
      const accepted = await other.approvals.claim(yes("b"), { conversation: alice }, ["c", "b", "a", "c"]);
      expect(accepted).toMatchObject({ outcome: "accepted", approval: { approvalId: "b" } });
      expect(await Promise.all(answers)).toEqual([yes("a"), yes("b"), yes("c")]);
      expect(await one.approvals.claim(no("c"))).toEqual({ outcome: "used" });
      const named = ["d", "e"].map((id) => asking(one, id).answer);
      await listed(other, 2);
      expect(await other.approvals.claim({ ...yes("d"), also: ["d", "never"] })).toMatchObject({
        outcome: "not_asked",
      });
      expect(await other.approvals.claim({ ...yes("d"), also: ["e"] })).toMatchObject({ outcome: "accepted" });
      expect(await Promise.all(named)).toEqual([yes("d"), yes("e")]);
    });

    it("answer none where one that is named besides was not asked, or is over, and note nothing", async () => {
      const [one, other] = await two(of);
      const bobs = { approvalId: "bobs", toolCallId: "c", toolName: "pay", arguments: { amount: 5 } };
      const stop = new AbortController();
      onTestFinished(() => stop.abort());
      void Promise.resolve(one.approvals.approver(bob).approve(bobs, pay, stop.signal)).catch(() => undefined);
      for (const id of ["a", "b", "used"]) asking(one, id);
      await listed(other, 4);
      await other.approvals.claim(no("used"));
      for (const id of ["bobs", "used", "never", "call-b"]) {
        const refused = await other.approvals.claim(yes("a"), {}, ["b", id]);
        expect(refused, id).toEqual({ outcome: "not_asked", approvalId: id });
      }
      const calls = [{ toolCallId: "call-b", toolName: "pay", arguments: { amount: 5 } }];
      const wrong = async () => other.approvals.claim(yes("a"), {}, calls as never);
      await expect(wrong()).rejects.toThrow("must be ids of questions");
      expect((await listed(other, 3)).toSorted()).toEqual(["a", "b", "bobs"]);
      expect(await other.approvals.audit()).toEqual([]);
      await other.approvals.claim(no("a"), {}, ["b"]);
      expect((await listed(other, 2)).toSorted()).toEqual(["b", "bobs"]);
    });

    it("keep what their calls would do, and count for nothing where they are to another preview", async () => {
      const [one, other] = await two(of);
      const hunks = [{ oldStart: 1, newStart: 1, text: "-one\n+two" }];
      const shows = { files: [{ path: "a", change: "modified", added: 1, removed: 1, hunks }] } as const;
      const answers = ["a", "b"].map((id) => asking(one, id, { shows, preview: `of ${id}` }).answer);
      const unnamed = asking(one, "c").answer;
      await listed(other, 3);
      expect(await other.approvals.get("a")).toMatchObject({ shows, preview: "of a" });
      expect(await other.approvals.get("c")).not.toHaveProperty("preview");
      const both = [{ approvalId: "b", preview: "of b" }, "c"];
      for (const [given, also, approvalId] of [
        [{ ...yes("a"), preview: "older" }, both, "a"],
        [{ ...no("a"), preview: "" }, [], "a"],
        [{ ...yes("a"), preview: "of a" }, [{ approvalId: "b", preview: "of a" }], "b"],
        [{ ...yes("a"), also: [{ approvalId: "b", preview: "older" }] }, [], "b"],
      ] as const)
        expect(await other.approvals.claim(given, {}, also)).toEqual({ outcome: "other_preview", approvalId });
      await listed(one, 3);
      expect(await one.approvals.audit()).toEqual([]);
      const given = { ...yes("a"), preview: "of a" };
      expect(await other.approvals.claim(given, {}, both)).toMatchObject({ outcome: "accepted", approval: { shows } });
      expect(await Promise.all([...answers, unnamed])).toEqual([given, { ...yes("b"), preview: "of b" }, yes("c")]);
    });

    it("take an answer for more calls where a program asks, about its tool, and use nothing up elsewhere", async () => {
      const [one, other] = await two(of);
      const program = { programId: "p", line: 7 };
      const { answer } = asking(one, "a", { program });
      asking(one, "b");
      await listed(other, 2);
      expect(await other.approvals.get("a")).toMatchObject({ program });
      expect(await other.approvals.get("b")).not.toHaveProperty("program");
      const more = (toolName: string, times: number) => ({ more: { toolName, times } });
      const claim = async (given: ReturnType<typeof yes>) => other.approvals.claim(given);
      await expect(claim({ ...yes("b"), ...more("pay", 3) })).rejects.toThrow("from inside a program");
      await expect(claim({ ...yes("a"), ...more("send", 3) })).rejects.toThrow("the tool of the question, pay");
      await expect(claim({ ...yes("a"), ...more("pay", 0) })).rejects.toThrow("times: 1 to 1,000");
      await listed(one, 2);
      const given = { ...yes("a"), ...more("pay", 3) };
      expect(await claim(given)).toMatchObject({ outcome: "accepted" });
      expect(await answer).toEqual(given);
      await claim(yes("b"));
      const audit = await one.approvals.audit({ accepted: true });
      expect(audit.map((entry) => [entry.approvalId, entry.more])).toEqual([
        ["b", undefined],
        ["a", 3],
      ]);
    });

    it("are taken back with the answer that they have by then", async () => {
      const [one, other] = await two(of);
      for (const id of ["a", "b"]) asking(one, id);
      await listed(other, 2);
      await other.approvals.claim(no("a"));
      const approver = one.approvals.approver(alice);
      expect(await approver.takeBack?.("a")).toEqual(no("a"));
      expect(await approver.takeBack?.("b")).toBeUndefined();
      expect(await other.approvals.claim(no("b"))).toEqual({ outcome: "expired" });
      expect(await approver.takeBack?.("never")).toBeUndefined();
    });

    it("accept one of many answers that come at once", async () => {
      const [one, other] = await two(of);
      const { answer } = asking(one, "a");
      await listed(other, 1);
      const given = Array.from({ length: 20 }, (_, n) =>
        (n % 2 === 0 ? one : other).approvals.claim(n % 3 ? yes("a") : no("a")),
      );
      const outcomes = (await Promise.all(given)).map(({ outcome }) => outcome);
      expect(outcomes.filter((outcome) => outcome === "accepted")).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === "used")).toHaveLength(19);
      expect((await answer).approve).toBe(outcomes.indexOf("accepted") % 3 !== 0);
    });

    it("have no more time where they are asked again, and then only an answer that came in time", async () => {
      const place = await freshPlace(of);
      const first = await opened(of, place);
      const expiresAt = Date.now() + 1_500;
      asking(first, "answered", { expiresAt });
      asking(first, "late", { expiresAt });
      await listed(first, 2);
      await first.close();
      const second = await opened(of, place);
      expect(await second.approvals.claim(yes("answered"))).toMatchObject({ outcome: "accepted" });
      await pause(1_600);
      expect(await asking(second, "answered", { expiresAt }).answer).toEqual(yes("answered"));
      expect(await asking(second, "late", { expiresAt }).answer).toMatchObject({ approve: false });
      expect(await listed(second, 0)).toEqual([]);
      expect(await second.approvals.claim(yes("late"))).toEqual({ outcome: "expired" });
    });

    it("expire, and go with the run that asked", async () => {
      const store = await fresh(of);
      asking(store, "late", { expiresAt: Date.now() + 1_000 });
      const { stop, answer } = asking(store, "stopped");
      await listed(store, 2);
      await pause(1_050);
      expect(await listed(store, 1)).toEqual(["stopped"]);
      expect(await store.approvals.claim(yes("late"))).toEqual({ outcome: "expired" });
      stop.abort();
      expect(await answer).toMatchObject({ approve: false });
      expect(await store.approvals.claim(yes("stopped"))).toEqual({ outcome: "expired" });
      await store.approvals.withdraw("late");
    });

    it("wait in the store when their process ends, and the answer is there for the next one", async () => {
      const place = await freshPlace(of);
      const first = await opened(of, place);
      for (const id of ["open", "answered"]) asking(first, id);
      await listed(first, 2);
      await first.close();
      const store = await opened(of, place);
      expect(await store.approvals.claim(yes("answered"))).toMatchObject({ outcome: "accepted" });
      expect(await asking(store, "answered").answer).toEqual(yes("answered"));
      const again = asking(store, "open");
      expect(await listed(store, 1)).toEqual(["open"]);
      await store.approvals.claim(no("open"));
      expect(await again.answer).toEqual(no("open"));
    });

    it("are refused in a wrong form, and use nothing up", async () => {
      const store = await fresh(of);
      const open = asking(store, "a");
      await listed(store, 1);
      for (const [given, words] of wrongDecisions("a")) {
        const claim = async () => Reflect.apply(store.approvals.claim, store.approvals, [given]);
        await expect(claim()).rejects.toThrow(words);
        await expect(claim()).rejects.toThrow(TypeError);
      }
      // A conversation that stands where nobody looks would be anybody's.
      for (const wrong of [bob, { chat: bob }, { conversation: "bob" }, { toolCallID: "c" }, null, "bob"]) {
        const claim = async () => Reflect.apply(store.approvals.claim, store.approvals, [yes("a"), wrong]);
        await expect(claim()).rejects.toThrow(TypeError);
      }
      await listed(store, 1);
      expect(await store.approvals.audit()).toEqual([]);
      expect(await store.approvals.claim(yes("a"))).toMatchObject({ outcome: "accepted" });
      expect(await open.answer).toEqual(yes("a"));
    });

    it("count for the tool as it was, answered or not", async () => {
      const place = await freshPlace(of);
      const first = await opened(of, place);
      for (const id of ["answered", "open"]) asking(first, id);
      await listed(first, 2);
      await first.approvals.claim(yes("answered"));
      await first.close();
      const store = await opened(of, place);
      const other = toolOf("pay", () => "paid twice", { requiresConfirmation: true, effects: "external" });
      for (const id of ["answered", "open"]) {
        const answer = await asking(store, id, {}, other).answer;
        expect(answer).toMatchObject({ approve: false, reason: expect.stringMatching(/replaced/) });
        expect(await store.approvals.claim(yes(id))).not.toMatchObject({ outcome: "accepted" });
      }
      const audit = await store.approvals.audit();
      expect(audit.filter(({ ignored }) => ignored === "tool_changed")).toHaveLength(2);
    });

    it.each([
      ["arguments", { arguments: { amount: 6 } }],
      ["call", { toolCallId: "another" }],
    ])("count for the %s that they were given for", async (_, changed) => {
      const store = await fresh(of);
      const first = asking(store, "a");
      await listed(store, 1);
      await store.approvals.claim(yes("a"));
      await first.answer;
      expect(await asking(store, "a", changed).answer).toMatchObject({ approve: false });
      expect(await asking(store, "a").answer).toMatchObject({ approve: false });
    });

    it("are not more than the limit, and end with their conversation", async () => {
      const store = await opened(of, await freshPlace(of), { pendingApprovals: 2 });
      const lease = await store.leases.acquire(alice);
      await store.journal(alice, { lease }).append(runStart(1, "r"));
      const waiting = [asking(store, "a"), asking(store, "b")];
      await listed(store, 2);
      expect((await store.threads.get(alice))?.status).toBe("waiting");
      await expect(asking(store, "c").answer).rejects.toMatchObject({ code: "limit" });
      expect(await store.threads.delete(alice)).toBe("running");
      await lease?.release();
      expect(await store.threads.delete(alice)).toBe("deleted");
      for (const { answer } of waiting) expect(await answer).toMatchObject({ approve: false });
      expect(await store.approvals.get("a")).toBeUndefined();
    });
  });
}
