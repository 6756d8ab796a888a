import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { endServed, type Served } from "../../../cli/test/support/served.ts";
import { removeFolders } from "../../../cli/test/support/toolwright.ts";
import { isIdle, manyServers, threadOf, typesOf, UNDER, wordsOf } from "./support/many-servers.ts";

afterEach(endServed);
afterAll(removeFolders);

/** Milliseconds that the model takes for a summary. */
const SUMMARY_MS = 40;
/** When a server is killed that was asked for one: so many milliseconds after that, or after it has asked the model. */
const MOMENTS = ["told", "asked"].flatMap((from) => [0, 8, 25, 45, 80].map((ms) => ({ from, ms })));

/** A run is told as over a moment before its conversation is free. */
async function compacted(server: Served, id: string): Promise<void> {
  const BUSY = 409;
  while ((await server.send(`/api/threads/${id}/compact`, {})).status === BUSY) await pause(20);
}

describe.each(UNDER)("servers on $on", ({ isMissing, hasEngine }) => {
  it.skipIf(isMissing)("end a summary once, whenever the one that does it is killed", async () => {
    const { model, start, servers } = await manyServers(hasEngine, async ({ isSummary }) => {
      if (isSummary) await pause(SUMMARY_MS);
      return { text: isSummary ? "THE SUMMARY" : "An answer." };
    });
    const [, survivor] = servers;
    let dying: Served = servers[0];
    const threads: { readonly when: string; readonly id: string }[] = [];
    const asked = (when: string) => model.asked.filter((one) => one.isSummary && wordsOf(one).includes(when)).length;
    for (const { from, ms } of MOMENTS) {
      const when = `killed ${ms} ms after it was ${from}`;
      const first = await dying.send("/api/chat", { message: when });
      const id = threadOf(first);
      await first.text();
      await (await dying.send("/api/chat", { threadId: id, message: "the second words" })).text();
      void compacted(dying, id).catch(() => undefined);
      if (from === "asked") await expect.poll(() => asked(when), { interval: 1 }).toBe(1);
      await pause(ms);
      const dead = once(dying.child, "exit");
      dying.child.kill("SIGKILL");
      await dead;
      await isIdle(survivor, id);
      threads.push({ when, id });
      dying = await start();
    }
    const summarised: number[] = [];
    for (const { when, id } of threads) {
      const ended = async () => (await typesOf(survivor, id)).join(" ").split(" run_start ").slice(2).join();
      await expect.poll(ended, { message: when }).toMatch(/^(compacted done)?$/);
      // Once more only where what it was told was not stored.
      if ((await ended()) === "") expect(asked(when)).toBe(0);
      else summarised.push(asked(when));
    }
    expect(summarised.filter((asked) => asked !== 1 && asked !== 2)).toEqual([]);
    expect(summarised.length).toBeGreaterThanOrEqual(MOMENTS.length / 2);
    expect(model.asked.filter(({ isSummary }) => !isSummary)).toHaveLength(MOMENTS.length * 2);
  });
});
