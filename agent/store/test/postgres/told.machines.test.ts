import { describe, expect, inject, it } from "vitest";
import { type Told, toldBy, wronglyTold } from "../../../../runtime/core/test/told/told-by.ts";
import { WatchedJournal } from "../../../../runtime/core/test/told/watched-journal.ts";
import { openPostgresStore } from "../../src/postgres.ts";
import { alice } from "../contract/under-test.ts";
import { type CuttingProxy, startCuttingProxy } from "./support/cutting-proxy.ts";
import { optionsOf, placeIn } from "./support/postgres-place.ts";

const url = inject("postgres");

/** Beginning, calls, end of a step, and the end of the run. */
const PLACES = [1, 4, 8, 11, 15];

interface Loss {
  readonly lose: (proxy: CuttingProxy) => void;
  /** The run is stopped then: it would wait for an answer that never comes. */
  readonly isStopped: boolean;
}

async function toldWhere({ lose, isStopped }: Loss, at: number): Promise<Told> {
  const proxy = await startCuttingProxy(url);
  const store = await openPostgresStore({ ...optionsOf(placeIn(url)), url: proxy.url, retryMs: 1 });
  const stop = new AbortController();
  const disturb = () => {
    lose(proxy);
    if (isStopped) setTimeout(() => stop.abort(), 20);
  };
  try {
    return await toldBy("runToolLoop", new WatchedJournal(store.journal(alice), { at, disturb }), stop.signal);
  } finally {
    proxy.close();
    await store.close();
  }
}

describe.skipIf(url === "")("a run tells of no success that is not stored", () => {
  it.each<[string, Loss]>([
    ["is gone", { lose: (proxy) => proxy.close(), isStopped: false }],
    ["answers nothing any more, and the run is stopped", { lose: (proxy) => proxy.hold(true), isStopped: true }],
  ])("where its database %s", async (_, loss) => {
    const told = await Promise.all(PLACES.map((at) => toldWhere(loss, at)));
    for (const each of told) {
      expect(wronglyTold({ ...each, hasFailed: true }, { mayStop: loss.isStopped })).toEqual([]);
    }
  });
});
