import type { DurableHandler } from "@toolwright/core";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { createRestateHost, type RestateHostOptions } from "../../src/restate.ts";
import { freshApplication, statusesOf } from "./support/fresh-application.ts";

const engine = inject("restate");

describe.skipIf(engine === undefined)("a turn that waits for people", () => {
  const hostWith = async (handler: DurableHandler, own: Partial<RestateHostOptions> = {}) => {
    const host = await createRestateHost({ ...(await freshApplication()), restAfterMs: 100, ...own, handler });
    onTestFinished(() => host.close());
    return host;
  };
  const turnOf = () => ({ conversation: { channel: "rest", chatId: "1" }, runId: crypto.randomUUID(), input: null });

  it("leaves its process after a while, and comes back with the answer and all that it had done", async () => {
    const attempts: boolean[] = [];
    let worked = 0;
    const own = await freshApplication();
    const host = await hostWith(async (run) => {
      attempts.push(run.lost.aborted);
      const before = await run.step("before", async () => (worked += 1), "once");
      const answer = await run.decision("may").answer;
      return { before, answer, after: await run.step("after", async () => (worked += 1), "once") };
    }, own);
    const turn = turnOf();
    await host.start(turn);
    await expect.poll(() => statusesOf(own.application)).toEqual(["suspended"]);
    expect(await host.answer(`${turn.runId}/may`, "yes")).toBe("taken");
    expect(await host.result(turn.runId)).toEqual({ before: 1, answer: "yes", after: 2 });
    expect({ attempts: attempts.length, worked }).toEqual({ attempts: 2, worked: 2 });
  });

  it("is told of its answer soon when a worker is there again, however long there was none", async () => {
    const own = await freshApplication();
    const handler: DurableHandler = (run) => run.decision("may").answer;
    const open = () => createRestateHost({ ...own, handler });
    const first = await open();
    const turn = turnOf();
    await first.start(turn);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await first.close();
    const asker = await createRestateHost(own);
    const fate = asker.answer(`${turn.runId}/may`, "yes");
    // By now the engine's own pauses between its attempts would be eight seconds and more.
    await new Promise((resolve) => setTimeout(resolve, 9_000));
    const second = await open();
    onTestFinished(async () => {
      await asker.close();
      await second.close();
    });
    const began = performance.now();
    expect(await fate).toBe("taken");
    expect(await second.result(turn.runId)).toBe("yes");
    expect(performance.now() - began).toBeLessThan(8_000);
  });

  it("tells its process that it has left", async () => {
    let lost: AbortSignal | undefined;
    const host = await hostWith(async (run) => {
      lost ??= run.lost;
      return run.decision("may").answer;
    });
    const turn = turnOf();
    await host.start(turn);
    await expect.poll(() => lost?.aborted).toBe(true);
    await host.cancel(turn.runId);
    await host.answer(`${turn.runId}/may`, "no");
    expect(await host.result(turn.runId)).toBe("no");
  });

  it("goes on where it is when something else wakes it at rest", async () => {
    let go = () => {};
    const woken = new Promise<void>((resolve) => (go = resolve));
    const host = await hostWith(
      async (run) => {
        const { answer } = run.decision("may");
        const other = woken.then(() => run.step("other", async () => "other", "once"));
        return Promise.race([answer, other]);
      },
      { restAfterMs: 1_500 },
    );
    const turn = turnOf();
    await host.start(turn);
    // It rests after 1.5 s, and the engine takes it away after six more: from then on only an answer would bring it
    // back.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    go();
    expect(await host.result(turn.runId)).toBe("other");
  });

  it("is not taken away while it works for longer than that", async () => {
    let attempts = 0;
    const host = await hostWith(async (run) => {
      attempts += 1;
      return run.step(
        "long",
        () => new Promise<number>((resolve) => setTimeout(() => resolve(attempts), 2_000)),
        "once",
      );
    });
    const turn = turnOf();
    await host.start(turn);
    expect(await host.result(turn.runId)).toBe(1);
  });
});
