import fc from "fast-check";
import { expect, it } from "vitest";
import { RecentEvents } from "./recent-events.ts";

const message = (text: string) => ({ jsonrpc: "2.0" as const, method: "note", params: { text } });

it("gives what came after an event in its stream, whatever else came, and keeps no more than its bounds", async () => {
  const kinds = fc.record({ stream: fc.constantFrom("a", "b"), size: fc.nat(60_000) });
  await fc.assert(
    fc.asyncProperty(fc.array(kinds, { minLength: 1, maxLength: 40 }), async (list) => {
      const events = new RecentEvents();
      const ids: string[] = [];
      for (const { stream, size } of list) ids.push(await events.storeEvent(stream, message("x".repeat(size))));
      let kept = 0;
      for (const [at, { stream, size }] of list.entries()) {
        const id = ids[at] ?? "";
        const known = await events.getStreamIdForEventId(id);
        if (known === undefined) {
          await expect(events.replayEventsAfter(id, { send: async () => undefined })).rejects.toThrow("not kept");
          continue;
        }
        kept += size;
        const sent: string[] = [];
        expect(await events.replayEventsAfter(id, { send: async (one) => void sent.push(one) })).toBe(stream);
        expect(sent).toEqual(ids.filter((_, place) => place > at && list[place]?.stream === stream));
      }
      expect(kept).toBeLessThanOrEqual(200_000);
    }),
    { numRuns: 50 },
  );
});

it("keeps at most 500", async () => {
  const events = new RecentEvents();
  const first = await events.storeEvent("a", message("first"));
  for (let at = 0; at < 499; at += 1) await events.storeEvent("a", message(""));
  expect(await events.getStreamIdForEventId(first)).toBe("a");
  await events.storeEvent("a", message(""));
  expect(await events.getStreamIdForEventId(first)).toBeUndefined();
});
