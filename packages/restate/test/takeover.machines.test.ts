import type { DurableHandler } from "@toolwright/core/types";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { createRestateHost } from "../src/index.ts";
import { freshApplication } from "./support/fresh-application.ts";

const engine = inject("restate");

describe.skipIf(engine === undefined)("a turn that has lost many workers", () => {
  const scene = async () => {
    const own = await freshApplication();
    let begun = () => {};
    const handler: DurableHandler = () => {
      begun();
      return new Promise(() => undefined);
    };
    const open = async () => {
      const attempt = new Promise<void>((resolve) => (begun = resolve));
      const host = await createRestateHost({ ...own, handler });
      return { host, attempt };
    };
    return { open };
  };

  it("is begun again as soon as there is a worker, however long the engine's own pauses are by then", async () => {
    const { open } = await scene();
    const first = await open();
    await first.host.start({
      conversation: { channel: "takeover", chatId: "1" },
      runId: crypto.randomUUID(),
      input: null,
    });
    await first.attempt;
    await first.host.close();
    const waits: number[] = [];
    for (let death = 0; death < 12; death += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100 + 90 * death));
      const { host, attempt } = await open();
      onTestFinished(() => host.close());
      const opened = performance.now();
      await attempt;
      waits.push(performance.now() - opened);
      await host.close();
    }
    const late = waits.slice(4).toSorted((a, b) => a - b);
    expect(late[Math.floor(late.length / 2)]).toBeLessThan(150);
  });
});
