import { describe, expect, it } from "vitest";
import type { Store } from "../../src/index.ts";
import { alice, all, done, freshPlace, opened, otherProcess, type StoreUnderTest } from "./under-test.ts";

const BEGUN = [
  { type: "run_start", data: { input: [{ role: "user", content: "hi" }], model: "m" } },
  { type: "tool_call_start", data: { toolCallId: "c1", toolName: "look", arguments: {} } },
];
const AGAIN = [{ type: "warning", parentId: "c1", data: { code: "call_retried", message: "Again." } }];
const ENDED = [
  { type: "tool_call_end", data: { toolCallId: "c1", toolName: "look", success: true, durationMs: 1 } },
  { type: "tool_call_start", data: { toolCallId: "c2", toolName: "look", arguments: {} } },
];
const ASKED = [
  { type: "approval_request", parentId: "c1", data: { approvalId: "q", toolCallId: "c1", toolName: "look" } },
];

/** Runs whose calls end the process that runs them. */
export function quarantineContract(of: StoreUnderTest): void {
  const scene = async () => {
    const place = await freshPlace(of);
    const [one, other] = [await opened(of, place), await opened(of, place)];
    /** A process that takes the run, stores these events, and is then killed with signal 9, or gives the run back. */
    const holder = async (events: readonly object[], how: "die" | "leave" | "retake" = "die") => {
      const child = otherProcess(of, place, how, JSON.stringify(events));
      expect(await child.next()).toBe(how);
      await child.exited;
    };
    return { place, one, other, holder, statusOf: async (store: Store) => (await store.threads.get(alice))?.status };
  };

  describe("a run whose call ends the process that runs it", () => {
    it("is taken up twice, with growing pauses, and then only when a person says so", async () => {
      const { one, other, holder, statusOf } = await scene();
      const watched = await one.changes.last();
      await holder(BEGUN);
      expect(await one.threads.interrupted()).toEqual([alice]);
      // At once.
      await holder(AGAIN);
      const died = Date.now();
      expect(await one.leases.acquire(alice)).toBeUndefined();
      const { status, retryAt = 0 } = (await other.threads.get(alice)) ?? {};
      expect(status).toBe("interrupted");
      expect(retryAt).toBeGreaterThan(died + 1_000);
      expect(await one.threads.interrupted()).toEqual([]);
      // Whoever asks waits for as long.
      await holder(AGAIN);
      expect(Date.now()).toBeGreaterThanOrEqual(retryAt);
      const before = (await one.changes.since(watched)).last;
      expect(await one.leases.acquire(alice)).toBeUndefined();
      expect(await statusOf(other)).toBe("quarantined");
      expect((await other.threads.list({ channel: "web" })).threads[0]?.status).toBe("quarantined");
      expect((await other.changes.since(before)).conversations).toContainEqual(alice);
      expect(await other.threads.interrupted()).toEqual([]);
      expect(await other.threads.quarantined()).toEqual([alice]);
      expect(await other.threads.quarantined({ channel: "cli" })).toEqual([]);
      const quarantined = await one.changes.last();
      expect(await other.threads.retry(alice)).toBe(true);
      expect(await other.threads.retry(alice)).toBe(false);
      expect((await one.changes.since(quarantined)).conversations).toEqual([alice]);
      expect(await statusOf(one)).toBe("interrupted");
      expect(await one.threads.interrupted()).toEqual([alice]);
      const lease = await one.leases.acquire(alice);
      await one.journal(alice, { lease }).append(done((await one.journal(alice).lastSeq()) + 1, "r"));
      await lease?.release();
      expect(await statusOf(other)).toBe("idle");
    });

    it("is taken up at once to be stopped", async () => {
      const { one, holder, statusOf } = await scene();
      await holder(BEGUN);
      await holder(AGAIN);
      expect(await one.leases.acquire(alice)).toBeUndefined();
      await one.threads.requestStop(alice);
      expect(await one.threads.interrupted()).toEqual([alice]);
      expect(await statusOf(one)).toBe("interrupted");
      expect(await one.leases.acquire(alice)).toBeDefined();
    });
  });

  describe("a death is", () => {
    it("that of a process which had taken the run from itself, while a call that it had begun was at work", async () => {
      const { one, holder } = await scene();
      await holder(BEGUN);
      await holder(AGAIN, "retake");
      // After a second death there is a pause.
      expect(await one.leases.acquire(alice)).toBeUndefined();
    });
  });

  describe("no death is", () => {
    // Where it were one, the second one would be followed by a pause.
    it.each([
      ["the end of a process that gave its run back", AGAIN, "leave"],
      ["that of a process which waited for a person", [...AGAIN, ...ASKED], "die"],
      ["that of a process between two calls", [...AGAIN, ...ENDED.slice(0, 1)], "die"],
    ] as const)("%s", async (_, events, how) => {
      const { one, holder } = await scene();
      await holder(BEGUN);
      await holder(events, how);
      expect(await one.leases.acquire(alice)).toBeDefined();
    });

    it("that of a process which had not begun the call again", async () => {
      const { one, holder } = await scene();
      await holder(BEGUN);
      await holder(AGAIN, "leave");
      await holder([]);
      expect(await one.leases.acquire(alice)).toBeDefined();
    });

    it("the time that is over for a process that hangs", async () => {
      const { place, one: store, holder } = await scene();
      await holder(BEGUN);
      const hanging = otherProcess(of, place, "hang", JSON.stringify(AGAIN));
      expect(await hanging.next()).toBe("hang");
      hanging.signal("SIGSTOP");
      await expect.poll(() => store.threads.interrupted(), { interval: 50 }).toEqual([alice]);
      expect(await store.leases.acquire(alice)).toBeDefined();
      expect((await all(store.journal(alice).read())).length).toBe(BEGUN.length + 1);
    });

    it("one before which a call has settled since", async () => {
      const { one, holder } = await scene();
      await holder(BEGUN);
      await holder([...AGAIN, ...ENDED]);
      expect(await one.leases.acquire(alice)).toBeDefined();
    });
  });
}
