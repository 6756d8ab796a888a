import { type JournalEvent, type Message, providerHistory } from "@toolwright/core";
import fc from "fast-check";
import { expect, it } from "vitest";
import { done, warning } from "../../../test/contract/under-test.ts";
import { freshFile, freshStore } from "../../../test/making.ts";
import { openDatabase } from "../database/open-database.ts";
import { keepHistory } from "./kept-history.ts";

const conversationBytes = 1e9;

/** What happens in a step of a run. */
const step = fc.record({
  content: fc.string({ maxLength: 8 }),
  calls: fc.array(fc.string({ maxLength: 8 }), { maxLength: 3 }),
  isCompacted: fc.integer({ min: 0, max: 19 }).map((number) => number === 0),
});
const run = fc.record({
  said: fc.string(),
  steps: fc.array(step, { maxLength: 4 }),
  /** Events that are no part of a history: a run of 1,024 and more is a long one. */
  warnings: fc.constantFrom(0, 1_030),
  /** What comes after its end, if it has one. */
  late: fc.constantFrom("nothing", "a warning", "a result", "no end"),
});

type Run = typeof run extends fc.Arbitrary<infer R> ? R : never;

it("begins a run from what was kept as from the whole of the run before, whatever happened in that", async () => {
  const file = freshFile();
  const store = freshStore({ file });
  const database = openDatabase({ file, busyTimeoutMs: 5_000, maxBytes: conversationBytes });
  let threads = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 3 }), async (runs) => {
      const conversation = { channel: "web", chatId: String((threads += 1)) };
      let history: readonly Message[] = [];
      let seq = 0;
      for (const [at, one] of runs.entries()) {
        const events = eventsOf(one, { history, runId: `r${at}`, after: seq });
        seq += events.length;
        const journal = store.journal(conversation);
        await Promise.all(events.map((event) => journal.append(event)));
        const whole = providerHistory(events);
        expect(await store.journal(conversation).history()).toEqual(whole);
        await keepHistory(database, { thread: threadOf(conversation.chatId), conversationBytes });
        expect(await store.journal(conversation).history()).toEqual(whole);
        history = whole;
      }
    }),
    { numRuns: 30 },
  );
  expect(
    database.first("SELECT count(*) AS n FROM events WHERE input IS NOT NULL AND json(body) ->> 'type' = 'done'")?.n,
  ).toBeGreaterThan(3);
  database.close();

  function threadOf(chatId: string): number {
    return Number(database.first("SELECT id FROM threads WHERE chat_id = ?", chatId)?.id);
  }
});

interface Before {
  readonly history: readonly Message[];
  readonly runId: string;
  readonly after: number;
}

function eventsOf({ said, steps, warnings, late }: Run, { history, runId, after }: Before): JournalEvent[] {
  const events: JournalEvent[] = [];
  const about = () => ({ id: "e", seq: after + events.length + 1, time: 0, runId });
  const input = [...history, { role: "user", content: said } as const];
  events.push({ ...about(), type: "run_start", data: { input, model: "m" } });
  for (let left = warnings; left > 0; left -= 1) events.push({ ...warning(after + events.length + 1), runId });
  for (const [place, { content, calls, isCompacted }] of steps.entries()) {
    const tool_calls = calls.map((text, number) => {
      const call = { name: "look", arguments: JSON.stringify({ text }) };
      return { id: `${runId}-${place}-${number}`, type: "function", function: call } as const;
    });
    events.push({ ...about(), type: "step_start", data: { step: place, activeTools: ["look"] } });
    const message = { role: "assistant", content, ...(calls.length > 0 && { tool_calls }) } as const;
    events.push({ ...about(), type: "assistant_message", data: { message, finishReason: "stop" } });
    for (const { id } of tool_calls) {
      events.push({
        ...about(),
        id,
        type: "tool_call_start",
        data: { toolCallId: id, toolName: "look", arguments: {} },
      });
      events.push({ ...about(), id, type: "tool_call_end", data: ended(id, content) });
    }
    events.push({ ...about(), type: "step_end", data: { step: place } });
    if (!isCompacted) continue;
    const summary = [{ role: "user", content: `summary ${place}` } as const];
    events.push({
      ...about(),
      type: "compacted",
      data: { messages: summary, from: 0, to: 1, tokensBefore: 2, tokensAfter: 1, why: "full" },
    });
  }
  if (late === "no end") return events;
  events.push(done(after + events.length + 1, runId));
  if (late === "a warning") events.push({ ...warning(after + events.length + 1), runId: "of another" });
  const [last] = events.flatMap((event) => (event.type === "tool_call_end" ? [event] : []));
  if (late === "a result" && last !== undefined) events.push({ ...last, ...about(), data: ended(last.id, "late") });
  return events;
}

function ended(toolCallId: string, text: string) {
  const result = { output: { type: "text", text }, isError: false, silent: false, async: false } as const;
  return { toolCallId, toolName: "look", success: true, result, durationMs: 1 };
}
