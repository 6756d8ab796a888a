import { setTimeout as sleep } from "node:timers/promises";
import { asyncResult, defineTool, type ToolContext } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { type McpStore, mcpCaller } from "../src/server.ts";
import { callRaw, raw, serve } from "./support/serve.ts";

/** What the tools did. */
export const ran: string[] = [];

const work = defineTool({
  name: "work",
  description: "Works for a while.",
  input: { type: "object", properties: { ms: { type: "number" } } },
  effects: "external",
  streamsOutput: true,
  execute: ({ ms = 0 }: { ms?: number }, ctx: ToolContext) => {
    ctx.background(async (signal) => {
      ran.push("begun");
      signal.addEventListener("abort", () => ran.push("stopped"));
      await sleep(ms, undefined, { signal });
      return `worked for ${ms} ms`;
    });
    return asyncResult("It has begun.");
  },
});
const confirm = defineTool({
  name: "confirm",
  description: "Asks, then works.",
  input: { type: "object" },
  effects: "external",
  execute: (_, ctx) => {
    ctx.background(async () => {
      const schema = { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] };
      const { content } = await (await ctx.resolve(mcpCaller)).elicit("sure", { message: "Sure?", schema });
      ran.push(`ok: ${content?.ok}`);
      return "done";
    });
    return asyncResult("It has begun.");
  },
});
const huge = defineTool({
  name: "huge",
  description: "Comes to a lot.",
  input: { type: "object" },
  effects: "read",
  execute: (_, ctx) => {
    ctx.background(async () => LINES);
    return asyncResult("It has begun.");
  },
});

const LINES = Array.from({ length: 50_000 }, (_, at) => `line ${at}`).join("\n");
export const tools = [work, confirm, huge];
export const get = (url: string, taskId: string, more: object = {}) =>
  raw(url, { method: "tasks/get", params: { taskId }, ...more });

/** The task as it is when it has ended. */
export async function ended(url: string, taskId: string) {
  for (;;) {
    const { result, error } = await get(url, taskId);
    if (error !== undefined) return { error };
    if (!["working", "input_required"].includes(result.status)) return result;
    await sleep(20);
  }
}

/** Calls that go on, wherever they are kept: without a store in memory. `makeStore` gives an empty one. */
export function taskContract(name: string, makeStore?: () => Promise<McpStore>): void {
  describe(`a call that goes on, in ${name}`, () => {
    const begin = async () => serve(tools, makeStore === undefined ? {} : { store: await makeStore() });

    it("is a task, and its result is what the work came to", async () => {
      const { url } = await begin();
      const task = await callRaw(url, "work", { arguments: { ms: 800 } });
      expect(task).toMatchObject({ resultType: "task", status: "working", ttlMs: 86_400_000 });
      expect((await get(url, task.taskId)).result.status).toBe("working");
      const { status, result } = await ended(url, task.taskId);
      expect([status, result.content]).toEqual(["completed", [{ type: "text", text: "worked for 800 ms" }]]);
    });

    it("stops when it is cancelled, and stays cancelled", async () => {
      const { url } = await begin();
      const { taskId } = await callRaw(url, "work", { arguments: { ms: 60_000 } });
      expect((await raw(url, { method: "tasks/cancel", params: { taskId } })).result).toMatchObject({
        resultType: "complete",
      });
      expect(await ended(url, taskId)).toMatchObject({ status: "cancelled" });
      await sleep(50);
      expect(ran).toEqual(["begun", "stopped"]);
      expect((await ended(url, taskId)).status).toBe("cancelled");
    });

    it("asks, and begins anew with the answer, once however often that comes", async () => {
      const { url } = await begin();
      const { taskId } = await callRaw(url, "confirm");
      await sleep(50);
      const { result } = await get(url, taskId);
      expect([result.status, Object.keys(result.inputRequests)]).toEqual(["input_required", ["sure"]]);
      const inputResponses = { sure: { action: "accept", content: { ok: true } }, other: { action: "accept" } };
      const answer = { method: "tasks/update", params: { taskId, inputResponses } };
      await Promise.all([raw(url, answer), raw(url, answer), raw(url, answer)]);
      expect((await ended(url, taskId)).status).toBe("completed");
      expect(ran).toEqual(["ok: true"]);
    });

    it("may come to a lot, of which the client reads what it wants", async () => {
      const { url } = await begin();
      const { taskId } = await callRaw(url, "huge");
      const { result } = await ended(url, taskId);
      const { uri } = result.content.find(({ type }: { type: string }) => type === "resource_link");
      const read = await raw(url, { method: "resources/read", params: { uri } });
      expect(read.result.contents[0].text).toBe(LINES);
    });

    it("is waited for by a client without tasks, whose cancel ends it", async () => {
      const { url } = await begin();
      const done = await callRaw(url, "work", { arguments: { ms: 50 } }, { capabilities: {} });
      expect(done.content).toEqual([{ type: "text", text: "worked for 50 ms" }]);
      ran.length = 0;
      const signal = AbortSignal.timeout(200);
      await expect(callRaw(url, "work", { arguments: { ms: 60_000 } }, { capabilities: {}, signal })).rejects.toThrow();
      await sleep(50);
      expect(ran).toEqual(["begun", "stopped"]);
    });
  });
}
