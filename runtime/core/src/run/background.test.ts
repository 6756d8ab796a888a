import { describe, expect, it } from "vitest";
import { deferred, runnerOf, toolOf } from "../../test/making.ts";
import { KeptLog, WrittenModel, wait, watched } from "../../test/support.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import type { JournalEvent } from "../journal/event.ts";
import { MemoryJournal } from "../journal/memory-journal.ts";
import { runToolLoop } from "../loop/tool-loop.ts";
import type { ToolLoopConfig } from "../loop/tool-loop-config.ts";
import { secret } from "../secrets/secret.ts";
import type { Delivery, ToolContext } from "../tool/tool.ts";
import type { SettledCall } from "./call-states.ts";

const asyncResult = {
  output: { type: "text", text: "Started." },
  silent: false,
  isError: false,
  async: true,
} as const;

type Work = Parameters<ToolContext["background"]>[0];

/** A loop of `start`, then `steps` of `wait`, then an end. */
async function loopWith(work: Work, deliver: Delivery | undefined, config: Partial<ToolLoopConfig> = {}, steps = 1) {
  const { activity, events } = watched();
  const late: SettledCall[] = [];
  const start = toolOf("start", (_, ctx) => {
    ctx.background(work, deliver === undefined ? undefined : { deliver });
    return asyncResult;
  });
  const pause = toolOf("pause", () => wait(200).then(() => "waited"));
  const calls = [{ calls: [{ id: "b", name: "start" }] }, ...Array(steps).fill({ calls: [{ name: "pause" }] })];
  const model = new WrittenModel(calls);
  const onAsyncResult = (call: SettledCall) => void late.push(call);
  const logger = new KeptLog();
  const result = await runToolLoop({ model, tools: [start, pause], activity, onAsyncResult, logger, ...config }, []);
  return { ...result, events, late, model, logger };
}

const asyncEvents = (events: readonly JournalEvent[]) => events.filter((event) => event.type === "async_result");
const userTexts = ({ requests }: WrittenModel) =>
  (requests.at(-1)?.messages ?? []).flatMap((message) => (message.role === "user" ? [message.content] : []));

describe("background work", () => {
  it.each(["both", undefined, "model"] as const)(
    "for %s reaches the model before its next call, once",
    async (deliver) => {
      const { events, late, model } = await loopWith(() => wait(5).then(() => "found it"), deliver);
      expect(userTexts(model)).toEqual(["[Background result of start, call b]\nfound it"]);
      const told = events.filter((event) => event.type === "step_start" && event.data.notes !== undefined);
      expect(told).toHaveLength(1);
      expect(asyncEvents(events)).toMatchObject([
        { parentId: "b", data: { toolCallId: "b", deliver: deliver ?? "both" } },
      ]);
      expect(asyncEvents(events)[0]?.runId).toBe(events[0]?.runId);
      expect(late).toEqual([]);
    },
  );

  it("that cannot be stored reaches nobody, and its run says so once", async () => {
    const journal = new MemoryJournal();
    const append = async (event: JournalEvent) => {
      await wait(1);
      if (event.type === "async_result") throw new Error("disk full");
      journal.append(event);
    };
    for (const keepsOrder of [true, false]) {
      const activity = new ActivityStream({ append, keepsOrder, read: (after) => journal.read(after) });
      const ended = await loopWith(() => wait(5).then(() => "found it"), "both", { activity });
      expect(ended.error?.code).toBe("journal_failed");
      expect(userTexts(ended.model)).toEqual([]);
      expect(ended.late).toEqual([]);
      expect(ended.logger.lines.filter((line) => line.includes("disk full"))).toHaveLength(1);
    }
  });

  it("for the user never reaches the model", async () => {
    const { model, late, events } = await loopWith(() => wait(5).then(() => "found it"), "user");
    expect(userTexts(model)).toEqual([]);
    expect(late).toHaveLength(1);
    expect(asyncEvents(events)).toHaveLength(1);
  });

  it("that outlives the run goes to onAsyncResult once, and is an event of a new run", async () => {
    const gate = deferred<string>();
    const { events, late } = await loopWith(() => gate.promise, "both", {}, 0);
    expect(events.at(-1)?.type).toBe("done");
    gate.resolve("found it");
    await wait(5);
    expect(late).toMatchObject([{ toolCallId: "b", toolName: "start", message: { content: "found it" } }]);
    expect(events.at(-1)).toMatchObject({ type: "async_result", parentId: "b" });
    expect(events.at(-1)?.runId).not.toBe(events[0]?.runId);
  });

  it("that ends when no model call follows is not lost", async () => {
    const { late, stopReason } = await loopWith(() => "at once", "both", { maxIterations: 2 }, 1);
    expect(stopReason).toBe("max_iterations");
    const last = await loopWith(() => wait(5).then(() => "late"), "both", { maxIterations: 2 }, 1);
    expect([...late, ...last.late].map(({ message }) => message.content)).toContain("late");
  });

  it("that is stopped with the run delivers one error", async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    const { late, events } = await loopWith(() => new Promise(() => undefined), "both", { signal: controller.signal });
    const ofWork = () => late.filter(({ toolCallId }) => toolCallId === "b");
    while (ofWork().length === 0) await wait(5);
    expect(ofWork().map(({ result }) => result.error?.code)).toEqual(["aborted"]);
    expect(asyncEvents(events)).toHaveLength(1);
  });

  it.each<[string, Work]>([
    [
      "throws",
      () => {
        throw new Error("no luck");
      },
    ],
    ["rejects", () => Promise.reject(new Error("no luck"))],
  ])("that %s tells the model of a failure", async (_, work) => {
    const { model } = await loopWith(work, "both");
    expect(userTexts(model)).toEqual(["[Background result of start, call b]\nError executing tool: no luck"]);
  });

  it("is scrubbed and bounded like any result", async () => {
    const { model, events } = await loopWith(() => `correct-horse-battery ${"x".repeat(100_000)}`, "both", {
      secrets: [secret("vault", "correct-horse-battery")],
    });
    expect(JSON.stringify([model.requests, events])).not.toContain("correct-horse");
    expect(Buffer.byteLength(String(userTexts(model)[0]))).toBeLessThan(52_000);
  });

  it("cannot be brought down by the one who hears of it", async () => {
    const onAsyncResult = () => {
      throw new Error("a bug");
    };
    const after = await loopWith(() => wait(5).then(() => "late"), "user", { onAsyncResult });
    expect(after.stopReason).toBe("stop");
    const atEnd = await loopWith(() => "late", "both", { onAsyncResult, maxIterations: 1 }, 0);
    expect([atEnd.stopReason, atEnd.iterations]).toEqual(["max_iterations", 1]);
    expect(atEnd.events.filter(({ type }) => type === "done")).toHaveLength(1);
  });

  it("outside of a loop goes to onAsyncResult", async () => {
    const late: SettledCall[] = [];
    const start = toolOf("start", (_, ctx) => {
      ctx.background(() => "found it");
      return asyncResult;
    });
    const { runner } = runnerOf([start], { onAsyncResult: (call) => void late.push(call) });
    const { result } = await runner.exec({ id: "b", name: "start", arguments: {} });
    await wait(5);
    expect(result.async).toBe(true);
    expect(late).toMatchObject([{ toolCallId: "b", message: { content: "found it" } }]);
  });

  it("keeps the dependencies of its call until it has ended", async () => {
    const order: string[] = [];
    const key = { id: "key", create: () => "made", dispose: () => void order.push("disposed") };
    const start = toolOf("start", async (_, ctx) => {
      await ctx.resolve(key);
      ctx.background(async () => {
        await wait(5);
        order.push(`used ${await ctx.resolve(key)}`);
      });
      return asyncResult;
    });
    await runnerOf([start]).runner.exec({ name: "start", arguments: {} });
    expect(order).toEqual([]);
    await wait(15);
    expect(order).toEqual(["used made", "disposed"]);
  });

  it("cannot be started when the call has ended", async () => {
    const thrown: unknown[] = [];
    const tool = toolOf("tool", (_, ctx) => {
      setTimeout(() => {
        try {
          ctx.background(() => "too late");
        } catch (error) {
          thrown.push(error);
        }
      }, 2);
    });
    await runnerOf([tool]).runner.exec({ name: "tool", arguments: {} });
    await wait(8);
    expect(thrown).toHaveLength(1);
  });
});
