import { describe, expect, it, vi } from "vitest";
import { deferred } from "../../test/making.ts";
import { wait } from "../../test/support.ts";
import { ActivityStream } from "./activity-stream.ts";
import type { JournalEvent } from "./event.ts";
import type { Journal } from "./journal.ts";
import { MemoryJournal } from "./memory-journal.ts";

const say = (activity: ActivityStream, message: string) => activity.emit("warning", { code: "said", message });
const saidIn = (events: readonly JournalEvent[]) =>
  events.map((event) => (event.type === "warning" ? event.data.message : event.type));

/** A journal whose appends end when they are told to. */
class SlowJournal implements Journal {
  readonly memory = new MemoryJournal();
  readonly gates: { resolve: () => void; reject: (error: unknown) => void }[] = [];
  async append(event: JournalEvent): Promise<void> {
    const gate = deferred<void>();
    this.gates.push(gate);
    await gate.promise;
    this.memory.append(event);
  }
  read(after?: number) {
    return this.memory.read(after);
  }
}

describe("an activity stream", () => {
  it("stamps, stores, then tells", () => {
    const journal = new MemoryJournal();
    const activity = new ActivityStream(journal);
    const stored: number[] = [];
    const heard: JournalEvent[] = [];
    activity.subscribe("*", (event) => {
      heard.push(event);
      stored.push(journal.events.length);
    });
    activity.emit("warning", { code: "c", message: "m" }, { runId: "r", parentId: "p" });
    activity.emit("text_delta", { delta: "live" }, { runId: "r" });
    expect(heard[0]).toEqual({
      id: expect.stringMatching(/./),
      seq: 1,
      time: expect.any(Number),
      runId: "r",
      parentId: "p",
      type: "warning",
      data: { code: "c", message: "m" },
    });
    expect(heard.map(({ seq }) => seq)).toEqual([1, 2]);
    expect(stored).toEqual([1, 1]);
    expect(journal.events.map(({ type }) => type)).toEqual(["warning"]);
  });

  it("asks a journal that knows its newest number, and does not read it", async () => {
    const journal: Journal = {
      append: () => undefined,
      read: () => {
        throw new Error("nothing has to be read");
      },
      lastSeq: async () => 41,
    };
    const activity = new ActivityStream(journal);
    await activity.sync();
    expect(activity.seq).toBe(41);
  });

  it("works without a journal", () => {
    const activity = new ActivityStream();
    expect(say(activity, "a")).toBeUndefined();
    expect(saidIn(activity.recent())).toEqual(["a"]);
  });

  it("keeps the order of emitting over a journal that takes its time, live events too", async () => {
    const journal = new SlowJournal();
    const activity = new ActivityStream(journal);
    const heard: JournalEvent[] = [];
    activity.subscribe("*", (event) => void heard.push(event));
    const first = say(activity, "first");
    const live = activity.emit("text_delta", { delta: "live" });
    const second = say(activity, "second");
    expect(heard).toEqual([]);
    journal.gates[0]?.resolve();
    await first;
    await live;
    expect(saidIn(heard)).toEqual(["first", "text_delta"]);
    await wait(0);
    journal.gates[1]?.resolve();
    await second;
    expect(heard.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(journal.memory.events.map(({ seq }) => seq)).toEqual([1, 3]);
    await wait(0);
    expect(activity.emit("text_delta", { delta: "at once again" })).toBeUndefined();
  });

  it("tells nobody of what could not be stored, and remembers why", async () => {
    const journal = new SlowJournal();
    const activity = new ActivityStream(journal);
    const heard: JournalEvent[] = [];
    activity.subscribe("*", (event) => void heard.push(event));
    const lost = say(activity, "lost");
    const kept = say(activity, "kept");
    journal.gates[0]?.reject(new Error("full"));
    await expect(lost).rejects.toThrow("full");
    expect(activity.failure).toMatchObject({ message: "full" });
    await wait(0);
    journal.gates[1]?.resolve();
    await kept;
    expect(saidIn(heard)).toEqual(["kept"]);
  });

  it("gives a journal that keeps the order what comes at once, and lets go on whoever need not wait", async () => {
    const journal = Object.assign(new SlowJournal(), { keepsOrder: true });
    const activity = new ActivityStream(journal);
    const heard: JournalEvent[] = [];
    activity.subscribe("*", (event) => void heard.push(event));
    const first = say(activity, "first");
    expect(activity.emit("step_end", { step: 1 }, { behind: true })).toBeUndefined();
    const live = activity.emit("text_delta", { delta: "live" });
    const last = say(activity, "last");
    expect(journal.gates).toHaveLength(3);
    for (const gate of journal.gates.toReversed()) gate.resolve();
    expect(heard).toEqual([]);
    await Promise.all([first, live, last]);
    expect(heard.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  });

  it("says when all of it is stored, and when something could not be", async () => {
    const journal = Object.assign(new SlowJournal(), { keepsOrder: true });
    const activity = new ActivityStream(journal);
    expect(activity.stored()).toBeUndefined();
    activity.emit("step_end", { step: 1 }, { behind: true });
    const stored = activity.stored();
    journal.gates[0]?.resolve();
    await stored;
    expect(journal.memory.events).toHaveLength(1);
    activity.emit("step_end", { step: 2 }, { behind: true });
    const failed = activity.stored();
    journal.gates[1]?.reject(new Error("full"));
    await expect(failed).rejects.toThrow("full");
  });

  it("tells of the first failure of a journal that keeps the order, also where nobody waited for it", async () => {
    const journal = Object.assign(new SlowJournal(), { keepsOrder: true });
    const activity = new ActivityStream(journal);
    const heard: JournalEvent[] = [];
    activity.subscribe("*", (event) => void heard.push(event));
    activity.emit("step_end", { step: 1 }, { behind: true });
    const waitedFor = say(activity, "not stored behind it");
    journal.gates[1]?.reject(new Error("a hole"));
    journal.gates[0]?.reject(new Error("full"));
    await expect(waitedFor).rejects.toThrow("a hole");
    expect(activity.failure).toMatchObject({ message: "full" });
    expect(heard).toEqual([]);
  });

  it("goes on with the numbers of a journal that already holds events", async () => {
    const journal = new MemoryJournal();
    await say(new ActivityStream(journal), "one");
    const activity = new ActivityStream(journal);
    await activity.sync();
    await say(activity, "two");
    expect(journal.events.map(({ seq }) => seq)).toEqual([1, 2]);
    expect(activity.sync()).toBeUndefined();
  });

  it("tries again to read a journal that could not be read", async () => {
    let attempts = 0;
    const journal: Journal = {
      append() {},
      // biome-ignore lint/correctness/useYield: a journal without events
      async *read() {
        attempts += 1;
        if (attempts === 1) throw new Error("not yet");
      },
    };
    const activity = new ActivityStream(journal);
    await expect(activity.sync()).rejects.toThrow("not yet");
    await activity.sync();
    expect(attempts).toBe(2);
  });

  it("scopes share numbers and journal, not listeners, and stamp their parent", () => {
    const journal = new MemoryJournal();
    const activity = new ActivityStream(journal);
    const scope = activity.createScoped("call");
    const [heard, inScope] = [vi.fn(), vi.fn()];
    activity.subscribe("*", heard);
    scope.subscribe("*", inScope);
    say(activity, "outside");
    say(scope, "inside");
    scope.emit("warning", { code: "c", message: "own parent" }, { parentId: "other" });
    expect([heard.mock.calls.length, inScope.mock.calls.length]).toEqual([1, 2]);
    expect(journal.events.map(({ seq, parentId }) => [seq, parentId])).toEqual([
      [1, undefined],
      [2, "call"],
      [3, "other"],
    ]);
  });
});

describe("listeners", () => {
  it("hear their type, in order, and those of all types after them", () => {
    const activity = new ActivityStream();
    const order: string[] = [];
    activity.subscribe("*", () => void order.push("all"));
    activity.subscribe("warning", () => void order.push("first"));
    activity.subscribe("warning", () => void order.push("second"));
    activity.subscribe("done", () => void order.push("never"));
    say(activity, "x");
    expect(order).toEqual(["first", "second", "all"]);
  });

  it("that throw or reject are reported, and stop nobody", async () => {
    const reported = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const activity = new ActivityStream();
    const last = vi.fn();
    activity.subscribe("*", () => {
      throw new Error("a bug");
    });
    activity.subscribe("*", () => Promise.reject(new Error("a late bug")));
    activity.subscribe("*", last);
    say(activity, "x");
    await wait(0);
    expect(last).toHaveBeenCalledTimes(1);
    // One line each, without a stack.
    expect(reported.mock.calls).toEqual([
      ['A listener of the activity stream failed: "Error: a bug"'],
      ['A listener of the activity stream failed: "Error: a late bug"'],
    ]);
    reported.mockRestore();
  });

  it("can be removed twice, and removing one leaves an equal one that came back", () => {
    const activity = new ActivityStream();
    const listener = vi.fn();
    const remove = activity.subscribe("*", listener);
    activity.subscribe("*", listener);
    say(activity, "counts once");
    expect(listener).toHaveBeenCalledTimes(1);
    remove();
    remove();
    say(activity, "unheard");
    activity.subscribe("*", listener);
    remove();
    say(activity, "heard");
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it("may come and go while an event is told", () => {
    const activity = new ActivityStream();
    const late = vi.fn();
    const remove = activity.subscribe("*", () => {
      remove();
      activity.subscribe("*", late);
    });
    const after = vi.fn();
    activity.subscribe("*", after);
    say(activity, "one");
    expect([late.mock.calls.length, after.mock.calls.length]).toEqual([0, 1]);
    say(activity, "two");
    expect([late.mock.calls.length, after.mock.calls.length]).toEqual([1, 2]);
  });
});
