import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { asyncResult, defineTool, type ToolContext } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import {
  fresh,
  freshPlace,
  opened,
  openPlace,
  type StoreUnderTest,
} from "../../../agent/store/test/contract/under-test.ts";
import { mcpCaller } from "../src/server.ts";
import { callRaw, closing, raw, serve } from "./support/serve.ts";

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

/** Hangs at the first try. */
const again = defineTool({
  name: "again",
  description: "Works at the second try.",
  input: { type: "object" },
  effects: "read",
  execute: (_, ctx) => {
    ctx.background(async (signal) => {
      if (ran.length > 0) return "done at the second try";
      await sleep(60_000, undefined, { signal }).catch(() => ran.push("stopped"));
      throw signal.reason;
    });
    return asyncResult("It has begun.");
  },
});
const LINES = Array.from({ length: 50_000 }, (_, at) => `line ${at}`).join("\n");
export const tools = [work, confirm, huge];
export const get = (url: string, taskId: string, more: object = {}) =>
  raw(url, { method: "tasks/get", params: { taskId }, ...more });

async function ended(url: string, taskId: string) {
  for (;;) {
    const { result, error } = await get(url, taskId);
    if (error !== undefined) return { error };
    if (!["working", "input_required"].includes(result.status)) return result;
    await sleep(20);
  }
}

/** Calls that go on, wherever they are kept: without a store in memory. */
export function taskContract(name: string, of?: StoreUnderTest): void {
  describe(`a call that goes on, in ${name}`, () => {
    const begin = async () => serve(tools, of === undefined ? {} : { store: await fresh(of) });

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

/** Those that outlive their server. */
export function storedTaskContract(of: StoreUnderTest): void {
  describe(`in ${of.name}, a task`, () => {
    it("is told of after its server has ended, with its result or its question", async () => {
      const place = await freshPlace(of);
      const first = await openPlace(of, place);
      const before = await serve(tools, { store: first });
      const done = await callRaw(before.url, "work", { arguments: { ms: 1 } });
      await ended(before.url, done.taskId);
      const asking = await callRaw(before.url, "confirm");
      await sleep(100);
      await before.close();
      await first.close();
      const { url } = await serve(tools, { store: await opened(of, place) });
      expect((await ended(url, done.taskId)).result.content).toEqual([{ type: "text", text: "worked for 1 ms" }]);
      const inputResponses = { sure: { action: "accept", content: { ok: false } } };
      await raw(url, { method: "tasks/update", params: { taskId: asking.taskId, inputResponses } });
      expect((await ended(url, asking.taskId)).status).toBe("completed");
      expect(ran).toEqual(["begun", "ok: false"]);
    });

    it("that was running when its server was closed is taken up by the next one where it does no harm", async () => {
      const place = await freshPlace(of);
      const first = await openPlace(of, place);
      const before = await serve([again], { store: first });
      const { taskId } = await callRaw(before.url, "again");
      await before.close();
      await first.close();
      expect(ran).toEqual(["stopped"]);
      const { url } = await serve([again], { store: await opened(of, place) });
      expect((await ended(url, taskId)).result.content).toEqual([{ type: "text", text: "done at the second try" }]);
    });

    it("is cancelled through another process", async () => {
      const place = await freshPlace(of);
      const [one, other] = [
        await serve(tools, { store: await opened(of, place) }),
        await serve(tools, { store: await opened(of, place) }),
      ];
      const { taskId } = await callRaw(one.url, "work", { arguments: { ms: 60_000 } });
      await raw(other.url, { method: "tasks/cancel", params: { taskId } });
      expect((await get(one.url, taskId)).result.status).toBe("cancelled");
      await expect.poll(() => ran, { timeout: 5_000 }).toEqual(["begun", "stopped"]);
    });

    it.each([
      [
        "is given up where its server was killed, with words",
        "write",
        { status: "failed", error: { code: -32_603, message: expect.stringContaining("not known") } },
      ],
      ["is run again where its server was killed and it does no harm", "read", { status: "completed" }],
    ])("%s", { timeout: 60_000 }, async (_, effects, end) => {
      const place = await freshPlace(of);
      const killed = await program({ of, place, effects, ms: 60_000 });
      const { taskId } = await callRaw(killed.url, "wait", { arguments: {} });
      killed.child.kill("SIGKILL");
      await once(killed.child, "exit");
      const { url } = await program({ of, place, effects, ms: 10 });
      expect(await ended(url, taskId)).toMatchObject(end);
    });
  });
}

/** A server in a process of its own, whose tool `wait` goes on for some milliseconds. */
async function program({
  of,
  place,
  effects,
  ms,
}: {
  readonly of: StoreUnderTest;
  readonly place: string;
  readonly effects: string;
  readonly ms: number;
}): Promise<{ child: ChildProcess; url: string }> {
  const flags = ["--conditions=@toolwright/source", "--disable-warning=ExperimentalWarning"];
  const args = [
    ...flags,
    join(import.meta.dirname, "support/waiting-server.ts"),
    of.module.href,
    place,
    effects,
    String(ms),
  ];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  closing.push(() => child.kill("SIGKILL"));
  const [line] = await once(child.stdout, "data");
  return { child, url: String(line).trim() };
}
