import type { DurableHandler } from "@toolwright/core";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { createRestateHost } from "../../src/restate.ts";
import { startCuttingProxy } from "../postgres/support/cutting-proxy.ts";
import { freshApplication } from "./support/fresh-application.ts";
import { freePort } from "./support/restate-server.ts";

const engine = inject("restate");

describe.skipIf(engine === undefined)("a worker that the network has cut off from the engine", () => {
  it("loses its turns within seconds, and another one goes on with them", async () => {
    const port = await freePort();
    const proxy = await startCuttingProxy(`http://127.0.0.1:${port}`);
    const worker = proxy.url.replace(/\/$/, "");
    const engineAt = `restate://127.0.0.1:${engine?.ingress}?admin=${engine?.admin}&worker=${worker}&listen=127.0.0.1:${port}`;
    const { application } = await freshApplication();
    const attempts: AbortSignal[] = [];
    const handler: DurableHandler = async (run) => {
      attempts.push(run.lost);
      const first = attempts.length === 1;
      return run.step("work", async () => (first ? new Promise<never>(() => undefined) : "done"), "repeatable");
    };
    const host = await createRestateHost({ engine: engineAt, application, handler });
    onTestFinished(async () => {
      await host.close();
      proxy.close();
    });
    const turn = { conversation: { channel: "cut", chatId: "1" }, runId: crypto.randomUUID(), input: null };
    await host.start(turn);
    await expect.poll(() => attempts.length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(attempts[0]?.aborted).toBe(false);
    proxy.hold(true);
    // By itself HTTP would wait for minutes, and the engine for one.
    await expect.poll(() => attempts[0]?.aborted, { interval: 50 }).toBe(true);
    proxy.hold(false);
    proxy.cut();
    expect(await host.result(turn.runId)).toBe("done");
  });
});
