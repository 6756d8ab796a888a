import type { JournalEvent } from "@toolwright/core";
import { type LiveChannel, openStore, type Store } from "@toolwright/store";
import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { databaseFile } from "../../test/support/test-server.ts";
import { followElsewhere } from "./follow-elsewhere.ts";

const conversation = { channel: "web", chatId: "a" };

/** A store with a channel that a test speaks into. */
function storeWithChannel() {
  const listeners = new Set<(event: JournalEvent) => void>();
  const publish = (event: JournalEvent) => {
    for (const listener of listeners) listener(event);
  };
  const live: LiveChannel = {
    publish: (_, event) => publish(event),
    async subscribe(_, listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const sqlite = openStore({ file: databaseFile(), pollMs: 5 });
  onTestFinished(() => sqlite.close());
  const store: Store = { ...sqlite, live };
  return { store, publish, listeners, journal: sqlite.journal(conversation) };
}

function event(seq: number, isLive: boolean): JournalEvent {
  const about = { id: `e${seq}`, seq, time: seq, runId: "r" };
  return isLive
    ? { ...about, type: "text_delta", data: { delta: `${seq}` } }
    : { ...about, type: "warning", data: { code: "c", message: "m" } };
}

async function take(batches: AsyncIterable<readonly JournalEvent[]>, until: number): Promise<number[]> {
  const seqs: number[] = [];
  for await (const batch of batches) {
    seqs.push(...batch.map(({ seq }) => seq));
    if (seqs.includes(until)) break;
  }
  return seqs.filter((seq) => seq <= until);
}

describe("a run that another process works on", () => {
  it("is read in one order, whichever way an event comes, and nothing is missing that came", async () => {
    const kinds = fc.array(fc.record({ isLive: fc.boolean(), early: fc.boolean() }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(kinds, async (given) => {
        const { store, publish, journal, listeners } = storeWithChannel();
        const events = [...given, { isLive: false, early: false }].map((one, place) => ({
          ...one,
          event: event(place + 1, one.isLive),
        }));
        const controller = new AbortController();
        // Nothing is lost here, so that nothing is given up, however slow the machine is.
        const range = { after: 0, signal: controller.signal, holdMs: 60_000 };
        const reading = take(followElsewhere(store, conversation, range), events.length);
        while (listeners.size === 0) await new Promise(setImmediate);
        // What is live may come before what is stored below it, and keeps its own order.
        const late = events.findIndex(({ isLive, early }) => isLive && !early);
        const isEarly = (one: (typeof events)[number]) => one.isLive && (late < 0 || one.event.seq <= late);
        for (const one of [...events.filter(isEarly), ...events.filter((one) => !isEarly(one))]) {
          await (one.isLive ? publish(one.event) : journal.append(one.event));
        }
        expect(await reading).toEqual(events.map((one) => one.event.seq));
        controller.abort();
        expect(listeners.size).toBe(0);
      }),
      { numRuns: 25 },
    );
  });

  it("does not wait for live events that were lost, as others that came later say", async () => {
    const { store, publish, journal, listeners } = storeWithChannel();
    const { signal } = new AbortController();
    await journal.append(event(1, false));
    // Time stands still: what is only let go when it has waited long enough never comes.
    const clock = vi.spyOn(performance, "now").mockReturnValue(0);
    onTestFinished(() => clock.mockRestore());
    const reading = take(followElsewhere(store, conversation, { after: 0, signal }), 295);
    while (listeners.size === 0) await new Promise(setImmediate);
    for (let seq = 10; seq < 300; seq += 10) publish(event(seq + 5, true));
    for (let seq = 10; seq <= 300; seq += 10) await journal.append(event(seq, false));
    expect(await reading).toHaveLength(59);
  });

  it("waits for all that was lost at once, not for one after the other", async () => {
    const { store, journal, listeners } = storeWithChannel();
    const { signal } = new AbortController();
    const clock = vi.spyOn(performance, "now").mockReturnValue(0);
    onTestFinished(() => clock.mockRestore());
    const reading = take(followElsewhere(store, conversation, { after: 0, signal }), 300);
    while (listeners.size === 0) await new Promise(setImmediate);
    for (let seq = 10; seq <= 300; seq += 10) await journal.append(event(seq, false));
    await new Promise((resolve) => setTimeout(resolve, 30));
    // Once it has waited long enough for the first one, it has for all of them.
    clock.mockReturnValue(60);
    expect(await reading).toHaveLength(30);
  });

  it("is not held up by live events that are lost, and takes an old beginning at once", async () => {
    const { store, publish, journal, listeners } = storeWithChannel();
    for (const seq of [10, 20, 30]) await journal.append(event(seq, false));
    const { signal } = new AbortController();
    const reading = take(followElsewhere(store, conversation, { after: 0, signal }), 60);
    while (listeners.size === 0) await new Promise(setImmediate);
    publish(event(35, true));
    await journal.append(event(50, false));
    publish(event(40, true));
    await journal.append(event(60, false));
    expect(await reading).toEqual([10, 20, 30, 35, 40, 50, 60]);
  });

  it("goes on with the events of whoever took it up, which are stored under numbers that were live before", async () => {
    const { store, publish, journal, listeners } = storeWithChannel();
    const { signal } = new AbortController();
    await journal.append(event(1, false));
    const reading = take(followElsewhere(store, conversation, { after: 0, signal }), 3);
    while (listeners.size === 0) await new Promise(setImmediate);
    for (const seq of [2, 3, 4, 5]) publish(event(seq, true));
    await new Promise((resolve) => setTimeout(resolve, 60));
    await journal.append(event(2, false));
    await journal.append(event(7, false));
    expect(await reading).toEqual([1, 2, 3]);
    const all = take(followElsewhere(store, conversation, { after: 0, signal }), 7);
    expect(await all).toEqual([1, 2, 7]);
  });

  it("ends when its reader leaves, also while it waits", async () => {
    const { store, listeners, journal } = storeWithChannel();
    await journal.append(event(1, false));
    const controller = new AbortController();
    const reading = take(followElsewhere(store, conversation, { after: 0, signal: controller.signal }), 99);
    while (listeners.size === 0) await new Promise(setImmediate);
    await new Promise((resolve) => setTimeout(resolve, 20));
    controller.abort();
    expect(await reading).toEqual([1]);
    expect(listeners.size).toBe(0);
  });
});
