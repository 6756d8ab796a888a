import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ActivityStream,
  type Journal,
  type JournalEvent,
  type Message,
  providerHistory,
  runToolLoop,
} from "../src/index.ts";
import { illegality } from "./invariants/checks.ts";
import { toolOf } from "./making.ts";
import { KeptLog, WrittenModel } from "./support.ts";

/** What every journal must do, wherever it keeps its events. `open` gives a new and empty one. */
export function journalContract(name: string, open: () => Journal): void {
  describe(`${name} is a journal`, () => {
    it("that is empty at first", async () => {
      const journal = open();
      expect(await eventsOf(journal)).toEqual([]);
      expect((await journal.lastSeq?.()) ?? 0).toBe(0);
    });

    it("gives back what was appended, in order, whatever it is", async () => {
      await fc.assert(
        fc.asyncProperty(someEvents, async (events) => {
          const journal = open();
          for (const event of events) await journal.append(event);
          expect(await eventsOf(journal)).toEqual(events);
          expect((await journal.lastSeq?.()) ?? events.at(-1)?.seq ?? 0).toBe(events.at(-1)?.seq ?? 0);
        }),
        { numRuns: 50 },
      );
    });

    it("gives what came after a number, whether that number is there or not", async () => {
      await fc.assert(
        fc.asyncProperty(someEvents, fc.nat(60), async (events, after) => {
          const journal = open();
          for (const event of events) await journal.append(event);
          expect(await eventsOf(journal, after)).toEqual(events.filter(({ seq }) => seq > after));
        }),
        { numRuns: 50 },
      );
    });

    it("does not change what it was given", async () => {
      await fc.assert(
        fc.asyncProperty(someEvents, async (events) => {
          const journal = open();
          const before = structuredClone(events);
          for (const event of events) await journal.append(event);
          expect(events).toEqual(before);
        }),
        { numRuns: 20 },
      );
    });

    it("lets a reader see what is appended while it reads", async () => {
      const journal = open();
      for (const seq of [1, 2]) await journal.append(warning(seq));
      const seen: number[] = [];
      for await (const { seq } of journal.read()) {
        seen.push(seq);
        if (seen.length === 1) await journal.append(warning(3));
      }
      expect(seen).toEqual([1, 2, 3]);
    });

    it("carries the runs of a conversation on, from stream to stream", async () => {
      const journal = open();
      const tools = [toolOf("look", () => "seen")];
      let messages: readonly Message[] = [];
      for (const n of [1, 2, 3]) {
        const model = new WrittenModel([
          { retries: 1, calls: [{ name: "look", args: { n } }] },
          { retries: n, text: `the end of ${n}` },
        ]);
        const activity = new ActivityStream(journal);
        const input = [...messages, { role: "user", content: `go ${n}` } as const];
        ({ messages } = await runToolLoop({ model, tools, activity, logger: new KeptLog() }, input));
      }
      const events = await eventsOf(journal);
      const seqs = events.map(({ seq }) => seq);
      expect(seqs).toEqual([...new Set(seqs)].toSorted((one, other) => one - other));
      expect(events.filter(({ type }) => type === "model_retrying")).toHaveLength(9);
      expect(providerHistory(events)).toEqual(messages);
      expect(illegality(messages)).toBeUndefined();
      expect(messages).toHaveLength(12);
    });
  });
}

/** Everything after a number, as a list. */
export async function eventsOf(journal: Journal, after?: number): Promise<JournalEvent[]> {
  const events: JournalEvent[] = [];
  for await (const event of journal.read(after)) events.push(event);
  return events;
}

/** A stored event that stands for nothing. */
export function warning(seq: number, message = "said"): JournalEvent {
  return { id: `e${seq}`, seq, time: seq, runId: "r", type: "warning", data: { code: "c", message } };
}

const text = fc.string({
  unit: fc.constantFrom("a", "\n", "\0", '"', "é", "\u{1f600}", "\ud800", "\u2028"),
  maxLength: 12,
});
const message: fc.Arbitrary<Message> = fc.record({ role: fc.constant("user" as const), content: text });
const payload = fc.oneof(
  fc.record({ type: fc.constant("warning" as const), data: fc.record({ code: text, message: text }) }),
  fc.record({
    type: fc.constant("model_retrying" as const),
    data: fc.record({ delayMs: fc.nat(), code: fc.constant("http" as const), message: text }),
  }),
  fc.record({ type: fc.constant("step_end" as const), data: fc.record({ step: fc.nat() }) }),
  fc.record({
    type: fc.constant("run_start" as const),
    data: fc.record({ input: fc.array(message, { maxLength: 4 }), model: text }),
  }),
);

const someEvents: fc.Arbitrary<JournalEvent[]> = fc
  .array(fc.tuple(payload, fc.integer({ min: 1, max: 5 }), fc.constantFrom("r1", "r2")), { maxLength: 12 })
  .map((parts) => {
    let seq = 0;
    return parts.map(([{ type, data }, gap, runId]): JournalEvent => {
      seq += gap;
      const common = { id: `e${seq}`, seq, time: seq, runId };
      if (type === "warning") return { ...common, type, data };
      if (type === "model_retrying") return { ...common, type, data };
      if (type === "step_end") return { ...common, type, data };
      return { ...common, type, data };
    });
  });
