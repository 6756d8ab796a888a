import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { asyncResult, defineTool } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { callRaw, closing, raw, serve } from "../../../../runtime/mcp/test/support/serve.ts";
import { ended, get, ran, tools } from "../../../../runtime/mcp/test/task-contract.ts";
import { freshPlace, opened, openPlace, type StoreUnderTest } from "../contract/under-test.ts";

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

/** Tasks of an MCP server over a store, which outlive their server. */
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
      await expect.poll(() => ran).toEqual(["begun", "stopped"]);
    });

    it.each([
      [
        "is given up where its server was killed, with words",
        "write",
        { status: "failed", error: { code: -32_603, message: expect.stringContaining("not known") } },
      ],
      ["is run again where its server was killed and it does no harm", "read", { status: "completed" }],
    ])("%s", async (_, effects, end) => {
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
  const args = [...flags, join(import.meta.dirname, "waiting-server.ts"), of.module.href, place, effects, String(ms)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  closing.push(() => child.kill("SIGKILL"));
  const [line] = await once(child.stdout, "data");
  return { child, url: String(line).trim() };
}
