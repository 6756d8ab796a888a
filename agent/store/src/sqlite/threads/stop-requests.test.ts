import { ActivityStream } from "@toolwright/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { alice, bob, freshStore } from "../../../test/making.ts";
import { openStore } from "../open-store.ts";

const end = { stopReason: "stop", iterations: 0, usage: { inputTokens: 0, outputTokens: 0 } } as const;

describe("a request to stop", () => {
  it("is seen by every process until its run has ended, and says nothing of a later run", async () => {
    const store = freshStore();
    const other = openStore({ file: store.file });
    onTestFinished(() => other.close());
    const activity = new ActivityStream(store.journal(alice));
    await activity.emit("run_start", { input: [], model: "m" }, { runId: "one" });
    expect(other.threads.requestStop(alice)).toBe(true);
    expect(store.threads.stopRequests()).toEqual([alice]);
    await activity.emit("done", end, { runId: "one" });
    expect(store.threads.stopRequests()).toEqual([]);
    await activity.emit("run_start", { input: [], model: "m" }, { runId: "two" });
    expect(store.threads.stopRequests()).toEqual([]);
  });

  it("is not taken where no run is open", async () => {
    const store = freshStore();
    store.threads.create(alice);
    expect(store.threads.requestStop(alice)).toBe(false);
    expect(store.threads.requestStop(bob)).toBe(false);
    expect(store.threads.stopRequests()).toEqual([]);
  });
});
