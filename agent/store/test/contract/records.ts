import type { InvocationSummary } from "@toolwright/core/telemetry";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Store } from "../../src/index.ts";
import { alice, all, bob, fresh, freshPlace, opened, type StoreUnderTest, two } from "./under-test.ts";

export function summary(n: number, extra: Partial<InvocationSummary> = {}): InvocationSummary {
  return {
    invocationId: `i${n}`,
    runId: "r",
    step: n,
    conversation: alice,
    promptHash: "0".repeat(64),
    provider: "p",
    model: "m",
    resolvedModel: "m-1",
    startedAt: 1_000 + n,
    latencyMs: 20,
    status: "success",
    finishReason: "stop",
    toolCallCount: 0,
    toolCalls: [],
    ...extra,
  };
}

const failed: Partial<InvocationSummary> = {
  requestId: "q",
  traceId: "t",
  graphRunId: "g",
  graphName: "chat",
  graphVersion: "1",
  status: "error",
  finishReason: "error",
  errorCode: "timeout",
  usage: {
    inputTokens: 10,
    cachedInputTokens: 8,
    cacheWriteTokens: 1,
    outputTokens: 3,
    reasoningTokens: 2,
    costUsd: 0.25,
  },
  toolCallCount: 1,
  toolCalls: [{ toolCallId: "c", toolName: "look", latencyMs: 4, errorCode: "timeout" }],
};

async function linesOf(store: Store, id: string): Promise<string[]> {
  const lines = await store.outputs.lines(id, alice);
  return lines === undefined ? [] : all(lines);
}

/** What stays beside the conversations: summaries of model calls, and long outputs. */
export function recordsContract(of: StoreUnderTest): void {
  describe("summaries", () => {
    it("come back as they were, newest first, each once, and are summed", async () => {
      const [one, other] = await two(of);
      const given = [summary(1), summary(2, failed), summary(3, { conversation: bob, runId: "other" })];
      for (const each of given) await one.summaries.sink(each);
      await other.summaries.sink(summary(1));
      expect(await other.summaries.list()).toEqual(given.toReversed());
      expect(await other.summaries.list({ conversation: alice, limit: 1 })).toEqual([given[1]]);
      expect(await other.summaries.list({ runId: "other" })).toEqual([given[2]]);
      const sum = { calls: 2, failed: 1, ...failed.usage };
      expect(await one.summaries.totals(alice)).toEqual(sum);
      expect(await one.summaries.totals()).toEqual({ ...sum, calls: 3 });
      expect(await one.summaries.totals(bob)).toEqual({ calls: 1, failed: 0, inputTokens: 0, outputTokens: 0 });
    });

    it("are kept up to a limit", async () => {
      const store = await opened(of, await freshPlace(of), { summaryRows: 3 });
      for (let n = 0; n < 8; n += 1) await store.summaries.sink(summary(n));
      expect((await store.summaries.list()).map(({ step }) => step)).toEqual([7, 6, 5]);
    });
  });

  describe("outputs", () => {
    it("give their lines back to their own conversation, whatever is in them", async () => {
      const [one, other] = await two(of);
      const texts = fc.array(
        fc.string({ unit: "binary", maxLength: 40 }).map((line) => line.replaceAll("\n", "").toWellFormed()),
      );
      await fc.assert(
        fc.asyncProperty(texts, async (lines) => {
          const text = lines.map((line) => `${line}\n`).join("");
          const ref = await one.outputs.save(text, alice);
          expect(ref).toMatchObject({ bytes: Buffer.byteLength(text), lines: lines.length });
          expect(await linesOf(other, ref.id)).toEqual(lines);
          expect(await other.outputs.lines(ref.id, bob)).toBeUndefined();
        }),
        { numRuns: 30 },
      );
      expect(await other.outputs.lines("nothing", alice)).toBeUndefined();
    });

    it("part no character where a text is long, and list the newest first", async () => {
      const store = await fresh(of);
      const line = "\u{1f600}".repeat(50_001);
      const first = await store.outputs.save(`a${line}\n${line}`, alice);
      const second = await store.outputs.save("short", alice);
      expect(await linesOf(store, first.id)).toEqual([`a${line}`, line]);
      expect(await store.outputs.recent(alice, 5)).toEqual([second, first]);
      expect(await store.outputs.recent(alice, 1)).toEqual([second]);
      expect(await store.outputs.recent(bob, 5)).toEqual([]);
    });

    it("forget those that were not used for the longest time", async () => {
      const store = await opened(of, await freshPlace(of), { outputBytes: 10_000 });
      const refs = [];
      for (const letter of "abcde") refs.push(await store.outputs.save(letter.repeat(2_000), alice));
      const last = refs.at(-1);
      expect(await linesOf(store, last?.id ?? "")).toEqual(["e".repeat(2_000)]);
      expect(await store.outputs.lines(refs[0]?.id ?? "", alice)).toBeUndefined();
      expect((await store.outputs.recent(alice, 10)).length).toBeLessThan(5);
      const cut = await store.outputs.save("x".repeat(50_000), alice);
      expect(cut.bytes).toBeLessThanOrEqual(10_000);
    });
  });
}
