import { describe, expect, it } from "vitest";
import { wait } from "../../test/support.ts";
import { ActivityStream } from "./activity-stream.ts";
import type { JournalEvent } from "./event.ts";
import { eventSize } from "./event-size.ts";
import type { Journal } from "./journal.ts";
import { MemoryJournal } from "./memory-journal.ts";
import { ReplayBuffer } from "./replay-buffer.ts";

const sizeOf = (events: readonly JournalEvent[]) => events.reduce((bytes, event) => bytes + eventSize(event), 0);
const warn = (activity: ActivityStream, count: number) => {
  for (let n = 0; n < count; n += 1) void activity.emit("warning", { code: "n", message: String(n) });
};
const live = (activity: ActivityStream, count: number) => {
  for (let n = 0; n < count; n += 1) void activity.emit("text_delta", { delta: String(n) });
};

/** The numbers of the first `count` events. */
async function take(events: AsyncIterable<JournalEvent>, count: number): Promise<number[]> {
  const seqs: number[] = [];
  for await (const { seq } of events) {
    seqs.push(seq);
    if (seqs.length === count) break;
  }
  return seqs;
}

describe("following a stream", () => {
  it("gives what came, then what comes", async () => {
    const activity = new ActivityStream();
    warn(activity, 3);
    const taking = take(activity.follow({ after: 1 }), 4);
    await wait(1);
    warn(activity, 2);
    expect(await taking).toEqual([2, 3, 4, 5]);
  });

  it("gives only what comes when no number is named", async () => {
    const activity = new ActivityStream();
    warn(activity, 3);
    const taking = take(activity.follow(), 1);
    warn(activity, 1);
    expect(await taking).toEqual([4]);
  });

  it("gives stored events from the journal where the buffer does not reach, and live ones as far as it does", async () => {
    const activity = new ActivityStream(new MemoryJournal(), { replay: { events: 4 } });
    warn(activity, 3);
    live(activity, 5);
    warn(activity, 2);
    expect(await take(activity.follow({ after: 0 }), 7)).toEqual([1, 2, 3, 7, 8, 9, 10]);
  });

  it("works over a journal without a buffer, and over a journal of an earlier process", async () => {
    const journal = new MemoryJournal();
    const activity = new ActivityStream(journal, { replay: { events: 0 } });
    const taking = take(activity.follow({ after: 0 }), 3);
    warn(activity, 3);
    expect(await taking).toEqual([1, 2, 3]);
    const later = new ActivityStream(journal);
    await later.sync();
    warn(later, 1);
    expect(await take(later.follow({ after: 1 }), 3)).toEqual([2, 3, 4]);
  });

  it("misses nothing after numbers that were never delivered", async () => {
    let failing = false;
    const memory = new MemoryJournal();
    const journal: Journal = {
      append(event) {
        if (failing) throw new Error("full");
        memory.append(event);
      },
      read: (after) => memory.read(after),
    };
    const activity = new ActivityStream(journal);
    warn(activity, 2);
    failing = true;
    for (let n = 0; n < 3; n += 1) expect(() => warn(activity, 1)).toThrow("full");
    failing = false;
    const taking = take(activity.follow({ after: 1 }), 4);
    await wait(1);
    for (let n = 0; n < 3; n += 1) {
      warn(activity, 1);
      await wait(1);
    }
    expect(await taking).toEqual([2, 6, 7, 8]);
  });

  it("ends when its signal is aborted, and leaves no listener", async () => {
    const activity = new ActivityStream();
    const controller = new AbortController();
    const following = take(activity.follow({ signal: controller.signal }), 99);
    await wait(1);
    controller.abort();
    expect(await following).toEqual([]);
    expect(await take(activity.follow({ after: 0, signal: AbortSignal.abort() }), 1)).toEqual([]);
  });

  it("gives in one batch what comes until what it gathers with has passed", async () => {
    const activity = new ActivityStream(new MemoryJournal());
    const gates: (() => void)[] = [];
    const gather = () => new Promise<void>((resolve) => gates.push(resolve));
    const following = activity.followBatches({ after: 0, gather })[Symbol.asyncIterator]();
    const first = following.next();
    await wait(1);
    warn(activity, 2);
    await wait(1);
    warn(activity, 3);
    expect(gates).toHaveLength(1);
    gates[0]?.();
    expect((await first).value.map(({ seq }: JournalEvent) => seq)).toEqual([1, 2, 3, 4, 5]);
    const second = following.next();
    await wait(1);
    expect(gates).toHaveLength(1);
    warn(activity, 1);
    await wait(1);
    gates[1]?.();
    expect((await second).value.map(({ seq }: JournalEvent) => seq)).toEqual([6]);
  });

  it("serves a slow reader everything that is stored, and a fast one beside it", async () => {
    const activity = new ActivityStream(new MemoryJournal(), { replay: { events: 3 } });
    const slow: number[] = [];
    const reading = (async () => {
      for await (const { seq } of activity.follow({ after: 0 })) {
        slow.push(seq);
        await wait(1);
        if (slow.length === 20) return;
      }
    })();
    const fast = take(activity.follow({ after: 0 }), 20);
    await wait(1);
    warn(activity, 20);
    await Promise.all([reading, fast]);
    expect(slow).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  });
});

describe("the replay buffer", () => {
  const event = (seq: number, message = "x"): JournalEvent => ({
    id: `e${seq}`,
    seq,
    time: 0,
    runId: "r",
    type: "warning",
    data: { code: "c", message },
  });

  it("keeps the newest events within its count", () => {
    const buffer = new ReplayBuffer({ events: 3 });
    for (let seq = 1; seq <= 5_000; seq += 1) buffer.add(event(seq));
    expect(buffer.all().map(({ seq }) => seq)).toEqual([4_998, 4_999, 5_000]);
  });

  it("keeps within its bytes, also against one event that is over them", () => {
    const buffer = new ReplayBuffer({ bytes: 10_000 });
    for (let seq = 1; seq <= 100; seq += 1) {
      buffer.add(event(seq, "x".repeat(1_000)));
      expect(sizeOf(buffer.all())).toBeLessThanOrEqual(10_000);
    }
    expect(buffer.all().length).toBeGreaterThan(5);
    buffer.add(event(101, "x".repeat(20_000)));
    expect(buffer.all()).toEqual([]);
    for (let seq = 102; seq <= 107; seq += 1) buffer.add(event(seq, "x".repeat(1_000)));
    expect(buffer.all()).toHaveLength(6);
  });

  it("knows when it does not reach back far enough", () => {
    const buffer = new ReplayBuffer({ events: 3 });
    for (const seq of [1, 2, 5, 6, 9]) buffer.add(event(seq));
    expect(buffer.since(3)).toBeUndefined();
    expect(buffer.since(5)?.map(({ seq }) => seq)).toEqual([6, 9]);
    expect(buffer.since(7)?.map(({ seq }) => seq)).toEqual([9]);
    expect(buffer.since(9)).toEqual([]);
    expect(new ReplayBuffer().since(0)).toBeUndefined();
  });

  it("keeps nothing with a limit of 0", () => {
    const buffer = new ReplayBuffer({ events: 0 });
    buffer.add(event(1));
    expect(buffer.all()).toEqual([]);
  });
});
