import { type Conversation, type JournalEvent, providerHistory } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import type { Store } from "../../src/index.ts";
import { alice, all, done, fresh, pause, runStart, type StoreUnderTest, two, warning } from "./under-test.ts";

const STEPS = 80;

/** Histories: what the next run begins with. */
export function historyContract(of: StoreUnderTest): void {
  describe("the history of a conversation", () => {
    it("is what the events of its newest run tell, before its end was looked after and long since", async () => {
      const [store, other] = await two(of);
      expect(await store.journal(alice).history()).toBeUndefined();
      const events = longRun();
      await stored(store, events);
      expect(await asTold(store)).toHaveLength(2 * STEPS + 2);
      await lookedAfter(store);
      expect(await asTold(store)).toHaveLength(2 * STEPS + 2);
      expect(await asTold(other)).toHaveLength(2 * STEPS + 2);
      const made = await store.threads.fork({ from: alice, chatId: "fork" });
      expect(await asTold(other, made?.conversation)).toHaveLength(2 * STEPS + 2);
      const { length } = events;
      await stored(store, [{ ...warning(length + 1), runId: "of another" }]);
      expect(await asTold(store)).toHaveLength(2 * STEPS + 2);
      await stored(store, [callEnd(length + 2, "c3", "came after the end of its run")]);
      expect(JSON.stringify(await asTold(store))).toContain("came after the end of its run");
      await stored(store, [runStart(length + 3, "next", ["short"])]);
      expect(await asTold(store)).toEqual([{ role: "user", content: "short" }]);
      await stored(store, [done(length + 4, "next")]);
      await lookedAfter(store);
      expect(await asTold(store)).toEqual([{ role: "user", content: "short" }]);
    });

    it("is read from its run where there was no room to keep it, and nothing is refused for that", async () => {
      const events = longRun();
      const store = await fresh(of, { conversationBytes: JSON.stringify(events).length + 10_000 });
      await stored(store, events);
      await lookedAfter(store);
      expect(await asTold(store)).toHaveLength(2 * STEPS + 2);
    });

    it("is that of no thread once it was deleted meanwhile", async () => {
      const store = await fresh(of);
      await stored(store, longRun());
      expect(await store.threads.delete(alice)).toBe("deleted");
      await pause(50);
      expect(await store.journal(alice).history()).toBeUndefined();
      await stored(store, [runStart(1, "new", ["again"])]);
      expect(await asTold(store)).toEqual([{ role: "user", content: "again" }]);
    });
  });
}

async function asTold(store: Store, conversation: Conversation = alice) {
  const told = providerHistory(await all(store.journal(conversation).lastRun()));
  expect(await store.journal(conversation).history()).toEqual(told);
  return told;
}

async function stored(store: Store, events: readonly JournalEvent[]): Promise<void> {
  const journal = store.journal(alice);
  await journal.lastSeq();
  await Promise.all(events.map((event) => journal.append(event)));
}

/** Nobody is told when it is done. */
async function lookedAfter(store: Store): Promise<void> {
  await store.threads.search({ channel: "web", words: "x" });
  await pause(300);
}

function longRun(): JournalEvent[] {
  const about = (seq: number) => ({ id: `e${seq}`, seq, time: seq, runId: "long" });
  const events = [runStart(1, "long", ["a", "b"])];
  for (let step = 0; step < STEPS; step += 1) {
    const [id, seq] = [`c${step}`, events.length + 1];
    const call = { id, type: "function", function: { name: "look", arguments: `{"n":${step}}` } } as const;
    const message = { role: "assistant", content: "", tool_calls: [call] } as const;
    const activeTools = ["look"];
    events.push(
      { ...about(seq), type: "step_start", data: { step, activeTools } },
      { ...about(seq + 1), type: "assistant_message", data: { message, finishReason: "tool_calls" } },
      {
        ...about(seq + 2),
        id,
        type: "tool_call_start",
        data: { toolCallId: id, toolName: "look", arguments: { n: step } },
      },
      callEnd(seq + 3, id, "x".repeat(400)),
      { ...about(seq + 4), type: "step_end", data: { step } },
    );
  }
  return [...events, done(events.length + 1, "long")];
}

function callEnd(seq: number, toolCallId: string, output: string): JournalEvent {
  const result = { output: { type: "text", text: output }, isError: false, silent: false, async: false } as const;
  const data = { toolCallId, toolName: "look", success: true, result, durationMs: 1 };
  return { id: toolCallId, seq, time: seq, runId: "long", type: "tool_call_end", data };
}
