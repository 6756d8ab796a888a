import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { FileLocks, type LockOutcome, type LockRequest } from "./file-locks.ts";

const request = (holder: string, ...paths: string[]): LockRequest => ({ paths, holder });

async function held(locks: FileLocks, wanted: LockRequest): Promise<() => void | Promise<void>> {
  const outcome = await locks.acquire(async () => wanted);
  if (outcome.kind !== "held") throw new Error(outcome.kind);
  return outcome.release;
}

describe("FileLocks", () => {
  it("serves one holder of a file at a time, in order", async () => {
    const locks = new FileLocks();
    const order: string[] = [];
    const use = async (name: string, ms: number): Promise<void> => {
      const release = await held(locks, request(name, "/a"));
      order.push(`${name} in`);
      await delay(ms);
      order.push(`${name} out`);
      release();
    };
    await Promise.all([use("one", 10), use("two", 0), use("three", 0)]);
    expect(order).toEqual(["one in", "one out", "two in", "two out", "three in", "three out"]);
  });

  it("keeps the order of the calls when their paths take different time to resolve", async () => {
    const locks = new FileLocks();
    const order: number[] = [];
    const times = [20, 0, 10, 0];
    await Promise.all(
      times.map(async (ms, index) => {
        const outcome = await locks.acquire(async () => {
          await delay(ms);
          return request(`${index}`, "/a");
        });
        order.push(index);
        if (outcome.kind === "held") outcome.release();
      }),
    );
    expect(order).toEqual([0, 1, 2, 3]);
  });

  it("does not let a waiting call hold up calls for other files", async () => {
    const locks = new FileLocks();
    const release = await held(locks, request("one", "/a"));
    const waiting = held(locks, request("two", "/a"));
    (await held(locks, request("three", "/b")))();
    release();
    (await waiting)();
  });

  it("takes several files without waiting in a circle", async () => {
    const locks = new FileLocks();
    const pairs = [
      ["/a", "/b"],
      ["/b", "/a"],
      ["/b", "/c"],
      ["/c", "/a"],
      ["/a", "/a"],
    ];
    const all = pairs.map(async (paths) => {
      const release = await held(locks, request("x", ...paths));
      await delay(1);
      release();
    });
    await Promise.all(all);
  });

  it("says who holds a file when waiting takes too long, and leaves the queue", async () => {
    const locks = new FileLocks();
    const release = await held(locks, request("call c12, edit", "/a"));
    const late: LockOutcome = await locks.acquire(async () => ({ ...request("two", "/b", "/a"), waitMs: 10 }));
    expect(late).toEqual({ kind: "busy", path: "/a", holder: "call c12, edit" });
    (await held(locks, request("three", "/b")))();
    release();
    (await held(locks, request("four", "/a")))();
  });

  it("stops waiting when the call is stopped", async () => {
    const locks = new FileLocks();
    const release = await held(locks, request("one", "/a"));
    const controller = new AbortController();
    const waiting = locks.acquire(async () => ({ ...request("two", "/a"), signal: controller.signal }));
    controller.abort();
    expect(await waiting).toEqual({ kind: "aborted" });
    release();
  });

  it("goes on when a path cannot be resolved", async () => {
    const locks = new FileLocks();
    await expect(locks.acquire(() => Promise.reject(new Error("outside")))).rejects.toThrow("outside");
    (await held(locks, request("two", "/a")))();
  });
});
