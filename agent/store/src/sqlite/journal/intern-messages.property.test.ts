import type { JournalEvent, Message } from "@toolwright/core";
import fc from "fast-check";
import { expect, it } from "vitest";
import { freshStore } from "../../../test/making.ts";

/** How a history goes on: with more, without some of it, with another message, or anew. */
const change = fc.oneof(
  fc.record({ kind: fc.constant("add" as const), count: fc.nat(90) }),
  fc.record({ kind: fc.constant("cut" as const), place: fc.nat(200) }),
  fc.record({ kind: fc.constant("replace" as const), place: fc.nat(200) }),
  fc.record({ kind: fc.constant("summary" as const), place: fc.nat(200) }),
);

type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;

function changed(history: readonly Message[], how: Change, run: number): Message[] {
  const said = (content: string): Message => ({ role: "user", content });
  // Some are said again and again.
  if (how.kind === "add")
    return [...history, ...Array.from({ length: how.count }, (_, at) => said(`${(run + at) % 70}`))];
  if (how.kind === "cut") return history.slice(0, how.place);
  const other = said(`${how.kind} ${run}`);
  if (how.kind === "replace") return history.with(how.place % Math.max(1, history.length), other);
  return [other, ...history.slice(how.place)];
}

it("reads of each run the messages that it began with, however its history came from the one before", async () => {
  const store = freshStore();
  let threads = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
      const conversation = { channel: "web", chatId: String((threads += 1)) };
      const journal = store.journal(conversation);
      let history: Message[] = Array.from({ length: 70 }, (_, at) => ({ role: "user", content: `first ${at}` }));
      const began: Message[][] = [];
      for (const [run, how] of changes.entries()) {
        if (history.length > 0 || how.kind !== "replace") history = changed(history, how, run);
        began.push(history);
        const about = { id: "e", time: 0, runId: `r${run}` };
        void journal.append({ ...about, seq: 2 * run + 1, type: "run_start", data: { input: history, model: "m" } });
        await journal.append({ ...about, seq: 2 * run + 2, type: "warning", data: { code: "c", message: "" } });
      }
      const read: JournalEvent[] = [];
      for await (const event of store.journal(conversation).read()) read.push(event);
      const inputs = read.flatMap((event) => (event.type === "run_start" ? [event.data.input] : []));
      expect(inputs).toEqual(began);
    }),
    { numRuns: 30 },
  );
});
