import type { Message, ToolResult, Usage } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import {
  alice,
  all,
  bob,
  done,
  fresh,
  freshPlace,
  opened,
  runStart,
  type StoreUnderTest,
  two,
  warning,
} from "./under-test.ts";

const LATE: ToolResult = { output: { type: "text", text: "" }, silent: false, isError: false, async: false };

/** Threads: what a list shows, and what becomes of one that goes. */
export function threadsContract(of: StoreUnderTest): void {
  describe("threads", () => {
    it("refuses a range that it does not know, with the nearest right form, and lists nothing instead", async () => {
      const [one] = await two(of);
      const wrong: readonly [() => unknown, string][] = [
        [
          () => one.threads.list({ channel: "web", limti: 5 } as never),
          'there is no option "limti"; did you mean limit?',
        ],
        [() => one.threads.list({} as never), "channel is missing"],
        [() => one.threads.create({ channel: "web", titel: "A" } as never), "did you mean title?"],
        [() => one.threads.trim({ channel: "web" } as never), "keep is missing"],
        [() => one.threads.begunWith({ channel: "web" } as never), "message is missing"],
        [() => one.approvals.list({ conversatoin: alice } as never), "did you mean conversation?"],
        [() => one.approvals.audit({ limit: "5" } as never), "limit must be a number"],
        [() => one.summaries.list({ runID: "r" } as never), "did you mean runId?"],
        [() => one.journal(alice).runs({ befor: 5 } as never), "did you mean before?"],
        [
          () =>
            one
              .journal(alice)
              .excerpt({ from: 5 } as never)
              .next(),
          'there is no option "from"',
        ],
      ];
      for (const [call, words] of wrong) await expect((async () => call())()).rejects.toThrow(words);
    });

    it("are made once, renamed in one line, and found again by another connection", async () => {
      const [one, other] = await two(of);
      const made = await one.threads.create({ ...alice, title: " A\ntitle " });
      expect(made).toMatchObject({ conversation: alice, title: "A title", status: "idle", lastSeq: 0 });
      expect(await other.threads.create({ ...alice, title: "Another" })).toEqual(made);
      expect(await other.threads.rename(alice, `x${"ü".repeat(500)}`)).toBe(true);
      expect((await one.threads.get(alice))?.title).toHaveLength(200);
      expect(await one.threads.rename(bob, "Nobody")).toBe(false);
      expect(await one.threads.get(bob)).toBeUndefined();
      const { conversation } = await one.threads.create({ channel: "web" });
      expect(conversation.chatId).toMatch(/^[0-9a-f-]{36}$/);
      expect(await one.threads.rename(alice, "\u{1f600}".repeat(300))).toBe(true);
      expect((await other.threads.get(alice))?.title).toBe("\u{1f600}".repeat(200));
    });

    it("come last used first, page by page, each channel for itself", async () => {
      const store = await fresh(of);
      const names = Array.from({ length: 7 }, (_, number) => `t${number}`);
      for (const chatId of names) await store.threads.create({ channel: "web", chatId });
      await store.threads.create({ channel: "cli", chatId: "other" });
      await store.journal({ channel: "web", chatId: "t2" }).append(runStart(1, "r"));
      const listed: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await store.threads.list({
          channel: "web",
          limit: 3,
          ...(cursor === undefined ? {} : { cursor }),
        });
        listed.push(...page.threads.map(({ conversation }) => conversation.chatId));
        cursor = page.next;
      } while (cursor !== undefined);
      expect(listed).toEqual(["t2", "t6", "t5", "t4", "t3", "t1", "t0"]);
      await expect(
        Promise.resolve().then(() => store.threads.list({ channel: "web", cursor: "none" })),
      ).rejects.toMatchObject({
        code: "bad_cursor",
      });
    });

    it("are found by the message that began them, whatever they are called, the last used first, each channel for itself", async () => {
      const [one, other] = await two(of);
      const begin = async (chatId: string, contents: readonly string[], channel = "web") =>
        one.journal({ channel, chatId }).append(runStart(1, chatId, contents));
      const found = async (content: Message["content"], limit?: number) => {
        const range = {
          channel: "web",
          message: { role: "user", content },
          ...(limit === undefined ? {} : { limit }),
        } as const;
        return (await other.threads.begunWith(range)).map(({ conversation }) => conversation.chatId);
      };
      for (const chatId of ["a", "b", "c"]) await begin(chatId, ["What stands before is no beginning", "Hi"]);
      await begin("d", ["Hi", "Hello"]);
      await begin("e", ["Hi"], "cli");
      await one.threads.create({ channel: "web", chatId: "f", title: "Hi" });
      await one.threads.rename({ channel: "web", chatId: "a" }, "By a model");
      await one.threads.mark({ channel: "web", chatId: "b" }, { archived: true });
      const nested = { ...runStart(2, "inner", ["Hi"]), parentId: "call" };
      await one.journal({ channel: "web", chatId: "d" }).append(nested);
      const journal = one.journal({ channel: "web", chatId: "a" });
      await journal.append(done(2, "a"));
      await journal.append(runStart(3, "later", ["Hi", "Hello"]));
      expect(await found("Hi")).toEqual(["a", "c", "b"]);
      expect(await found([{ type: "text", text: "Hi" }], 2)).toEqual(["a", "c"]);
      expect(await found("Hello")).toEqual(["d"]);
      expect(await found("hi")).toEqual([]);
      expect(await other.threads.begunWith({ channel: "web", message: { role: "system", content: "Hi" } })).toEqual([]);
      await other.threads.fork({ from: { channel: "web", chatId: "a" }, before: "later", chatId: "fork" });
      await other.threads.fork({ from: { channel: "web", chatId: "c" }, before: "c", chatId: "empty" });
      expect(await found("Hi")).toEqual(["fork", "a", "c", "b"]);
      await one.journal({ channel: "web", chatId: "empty" }).append(runStart(1, "z", ["Hello"]));
      expect(await found("Hello")).toEqual(["empty", "d"]);
    });

    it("keep settings and what their runs used", async () => {
      const store = await fresh(of);
      await store.threads.create(alice);
      expect(await store.threads.settings(alice)).toBeUndefined();
      expect(await store.threads.configure(alice, { model: "m", list: [1, { a: null }] })).toBe(true);
      expect(await store.threads.configure(bob, {})).toBe(false);
      expect(await store.threads.settings(alice)).toEqual({ model: "m", list: [1, { a: null }] });
      await expect(
        Promise.resolve().then(() => store.threads.configure(alice, { text: "x".repeat(70_000) })),
      ).rejects.toMatchObject({ code: "too_large" });
      expect(await store.threads.usage(alice)).toEqual({ inputTokens: 0, outputTokens: 0 });
      const journal = store.journal(alice);
      await journal.append(runStart(1, "one"));
      await journal.append(done(2, "one"));
      await journal.append(runStart(3, "two"));
      await journal.append(done(4, "two", { inputTokens: -5, outputTokens: Number.NaN }));
      expect(await store.threads.usage(alice)).toEqual({ inputTokens: 3, outputTokens: 2 });
    });

    it("find the run that a request has begun, whoever asks, and no other one", async () => {
      const place = await freshPlace(of);
      const [one, other] = [await opened(of, place), await opened(of, place)];
      const request = { key: "k\0 1", hash: "h1" };
      expect(await one.threads.begunBy({ channel: "web", key: request.key })).toBeUndefined();
      await one.journal(alice).append(runStart(1, "before"));
      await one.journal(alice).append(done(2, "before"));
      const lease = await one.leases.acquire(alice);
      const journal = one.journal(alice, { lease, request });
      await journal.append(runStart(3, "asked"));
      const begun = { conversation: alice, runId: "asked", seq: 3, ...request };
      expect(await other.threads.begunBy({ channel: "web", key: request.key })).toEqual(begun);
      await journal.append(done(4, "asked"));
      await other.journal(bob).append(runStart(1, "else"));
      expect(await other.threads.begunBy({ channel: "web", key: request.key })).toEqual(begun);
      expect(await other.threads.begunBy({ channel: "v1", key: request.key })).toBeUndefined();
      expect(await other.threads.begunBy({ channel: "web", key: "k" })).toBeUndefined();
      await lease?.release();
      await one.threads.fork({ from: alice, chatId: "fork" });
      expect(await other.threads.begunBy({ channel: "web", key: request.key })).toEqual(begun);
      expect(await one.threads.delete(alice)).toBe("deleted");
      expect(await other.threads.begunBy({ channel: "web", key: request.key })).toBeUndefined();
    });

    it("count what background work used after its run, also while the next one is open", async () => {
      const store = await fresh(of);
      const journal = store.journal(alice);
      const late = (seq: number, usage?: Usage) =>
        journal.append({
          ...{ id: `e${seq}`, seq, time: seq, runId: `late${seq}`, parentId: "c", type: "async_result" },
          data: { toolCallId: "c", toolName: "agent", result: LATE, deliver: "both", ...(usage && { usage }) },
        });
      await journal.append(runStart(1, "one"));
      await journal.append(done(2, "one"));
      await late(3);
      const said = { cachedInputTokens: 8, cacheWriteTokens: 1, reasoningTokens: 0 };
      await late(4, { inputTokens: 10, outputTokens: 1, costUsd: 0.5, ...said });
      expect(await store.threads.usage(alice)).toEqual({ inputTokens: 13, outputTokens: 3, costUsd: 0.5, ...said });
      await journal.append(runStart(5, "two"));
      await late(6, { inputTokens: 100, cachedInputTokens: 90, outputTokens: 10, reasoningTokens: 7 });
      await late(7, { inputTokens: Number.NaN, cachedInputTokens: 0.5, outputTokens: -4, costUsd: -1 });
      await journal.append(done(8, "two"));
      expect(await store.threads.usage(alice)).toEqual({
        ...{ inputTokens: 116, cachedInputTokens: 98, cacheWriteTokens: 1, outputTokens: 15, reasoningTokens: 7 },
        costUsd: 0.5,
      });
    });

    it("count what a request beside the runs used, with the newest run", async () => {
      const [one, other] = await two(of);
      const usage = { inputTokens: 10, cachedInputTokens: 8, outputTokens: 1, costUsd: 0.5 };
      expect(await one.threads.addUsage(alice, usage)).toBe(false);
      await one.threads.create(alice);
      expect(await one.threads.addUsage(alice, usage)).toBe(false);
      const journal = one.journal(alice);
      await journal.append(runStart(1, "one"));
      expect(await other.threads.addUsage(alice, usage)).toBe(true);
      await journal.append(done(2, "one"));
      await journal.append(runStart(3, "two"));
      await journal.append(done(4, "two"));
      expect(await other.threads.addUsage(alice, { inputTokens: -1, outputTokens: 4, costUsd: Number.NaN })).toBe(true);
      expect(await one.threads.usage(alice)).toEqual({ ...usage, inputTokens: 16, outputTokens: 9 });
    });

    it("are running while somebody holds an open run, interrupted when nobody does, and can be asked to stop", async () => {
      const [one, other] = await two(of);
      const lease = await one.leases.acquire(alice);
      await one.journal(alice, { lease }).append(runStart(1, "r"));
      expect((await other.threads.get(alice))?.status).toBe("running");
      expect((await other.threads.open({ channel: "web" })).map(({ conversation }) => conversation)).toEqual([alice]);
      expect(await other.threads.interrupted({ channel: "web" })).toEqual([]);
      expect(await other.threads.delete(alice)).toBe("running");
      expect(await other.threads.requestStop(alice)).toBe(true);
      expect(await other.threads.requestStop(bob)).toBe(false);
      expect(await one.threads.stopRequests()).toEqual([alice]);
      await lease?.release();
      expect((await other.threads.get(alice))?.status).toBe("interrupted");
      expect(await other.threads.interrupted()).toEqual([alice]);
      expect(await other.threads.interrupted({ channel: "cli" })).toEqual([]);
      await other.journal(alice).append(done(2, "r"));
      expect(await one.threads.stopRequests()).toEqual([]);
      expect((await one.threads.get(alice))?.status).toBe("idle");
    });

    it("take all that is theirs along when they go, and one of the same name is another one", async () => {
      const store = await fresh(of);
      const journal = store.journal(alice);
      await journal.append(runStart(1, "r"));
      await journal.append(done(2, "r"));
      const ref = await store.outputs.save("long", alice);
      expect(await store.threads.delete(alice)).toBe("deleted");
      expect(await store.threads.delete(alice)).toBe("unknown");
      expect(await store.outputs.lines(ref.id, alice)).toBeUndefined();
      expect(await store.journal(alice).lastSeq()).toBe(0);
      await store.threads.create(alice);
      await expect(journal.append(runStart(3, "r2"))).rejects.toMatchObject({ code: "deleted" });
    });

    it("make room: idle ones are put away, the least recently used first, none that has an open run, and none goes", async () => {
      const store = await opened(of, await freshPlace(of), { threads: 3 });
      const listed = async (archived: boolean) => {
        const { threads } = await store.threads.list({ channel: "web", archived });
        return threads.map(({ conversation }) => conversation.chatId).toSorted();
      };
      await store.journal({ channel: "web", chatId: "open" }).append(runStart(1, "r"));
      await store.threads.create({ channel: "web", chatId: "a" });
      await store.journal({ channel: "web", chatId: "a" }).append(warning(1));
      expect(await store.counts?.()).toEqual({ threadsArchived: 0 });
      for (const chatId of ["b", "c"]) await store.threads.create({ channel: "web", chatId });
      expect(await listed(false)).toEqual(["b", "c", "open"]);
      expect(await listed(true)).toEqual(["a"]);
      expect(await all(store.journal({ channel: "web", chatId: "a" }).read())).toEqual([warning(1)]);
      expect(await store.counts?.()).toEqual({ threadsArchived: 1 });
      for (const chatId of ["b", "c"]) await store.journal({ channel: "web", chatId }).append(runStart(1, "r"));
      await expect(Promise.resolve().then(() => store.threads.create(bob))).rejects.toMatchObject({ code: "limit" });
      await expect(store.journal(bob).append(runStart(1, "r"))).rejects.toMatchObject({ code: "limit" });
    });

    it("of one channel are trimmed to those used last, and none that is at work goes", async () => {
      const store = await fresh(of);
      for (const chatId of "012345") await store.threads.create({ channel: "web", chatId });
      await store.threads.create({ channel: "cli", chatId: "other" });
      await store.leases.acquire({ channel: "web", chatId: "0" });
      expect(await store.threads.trim({ channel: "web", keep: 6 })).toBe(0);
      expect(await store.threads.trim({ channel: "web", keep: 3 })).toBe(2);
      const { threads } = await store.threads.list({ channel: "web" });
      expect(threads.map(({ conversation }) => conversation.chatId)).toEqual(["5", "4", "3", "0"]);
      expect(await store.threads.trim({ channel: "web", keep: 0 })).toBe(3);
      expect(await store.threads.get({ channel: "cli", chatId: "other" })).toBeDefined();
    });
  });
}
