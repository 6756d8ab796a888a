import { describe, expect, it } from "vitest";
import { port, run, silent, user } from "../../test/looping.ts";
import { KeptLog, wait, watched } from "../../test/support.ts";
import type { ChatDeltaEvent, Completion, CompletionStreamParams, LlmCompletionResult } from "../index.ts";
import {
  ActivityStream,
  type EventData,
  type JournalEvent,
  MemoryJournal,
  providerHistory,
  resumeToolLoop,
  runToolLoop,
  secret,
  stepRecords,
} from "../index.ts";

const text = (delta: string): ChatDeltaEvent => ({ type: "text_delta", delta });
const thought = (delta: string): ChatDeltaEvent => ({ type: "reasoning_delta", delta });

/** Streams what it is given, then nothing more: its completion never comes. */
function stuck(deltas: readonly ChatDeltaEvent[]): Completion {
  return {
    stream: (async function* () {
      yield* deltas;
      await new Promise(() => undefined);
    })(),
    final: new Promise(() => undefined),
  };
}

function ended(deltas: readonly ChatDeltaEvent[], final: Partial<LlmCompletionResult> = {}): Completion {
  const message = { role: "assistant", content: "" } as const;
  const result = { message, model: "m", finishReason: "stop", ...final };
  return {
    stream: (async function* () {
      yield* deltas;
    })(),
    final: Promise.resolve(JSON.parse(JSON.stringify(result))),
  };
}

const failure = { finishReason: "error", error: { code: "http", message: "no" } } as const;

function answersOf(events: readonly JournalEvent[]): EventData["assistant_message"][] {
  return events.flatMap((event) => (event.type === "assistant_message" ? [event.data] : []));
}

describe("a model that is asked again", () => {
  const error = { code: "http", message: "busy: hidden-word", status: 503 } as const;
  const secrets = [secret("word", "hidden-word")];
  const retry = { type: "retrying", delayMs: 2_000, error } as const;
  const retries = (events: readonly JournalEvent[]) =>
    events.flatMap((event) => (event.type === "model_retrying" ? [event.data] : []));

  it("is told of and stored, masked, and stands in no history", async () => {
    const { activity, journal, events } = watched();
    const model = port(() => ended([retry, text("Hi")], { message: { role: "assistant", content: "Hi" } }));
    const { messages } = await runToolLoop({ model, activity, secrets }, user);
    const told = [{ delayMs: 2_000, code: "http", message: "busy: [secret:word]" }];
    expect([retries(events), retries(journal.events)]).toEqual([told, told]);
    expect(messages).toEqual([...user, { role: "assistant", content: "Hi" }]);
    expect(providerHistory(journal.events)).toEqual(messages);
    expect(stepRecords(journal.events).map(({ output }) => output.content)).toEqual([[{ type: "text", text: "Hi" }]]);
  });

  it("fills no journal, however often and with whatever reason", async () => {
    const long = { ...retry, error: { ...error, message: "\u{1f600}".repeat(100_000) } };
    const { journal } = await run([], { model: port(() => ended([...Array(5_000).fill(long), text("Hi")])) });
    const kept = retries(journal.events);
    expect(kept).toHaveLength(100);
    expect(Math.max(...kept.map(({ message }) => message.length))).toBeLessThanOrEqual(1_001);
    expect(JSON.stringify(kept)).not.toMatch(/\\ud83d/);
  });

  it("is told to nobody by a journal that is full, and its run ends", async () => {
    const journal = new MemoryJournal();
    const append = journal.append.bind(journal);
    let isFull = false;
    journal.append = (event) => {
      isFull ||= event.type === "model_retrying";
      if (isFull) throw new Error("full");
      append(event);
    };
    const told: JournalEvent[] = [];
    const activity = new ActivityStream(journal);
    activity.subscribe("*", (event) => void told.push(event));
    const model = port(() => ended([retry, text("Hi")]));
    const result = await runToolLoop({ model, activity, logger: new KeptLog() }, user);
    expect(result.error?.code).toBe("journal_failed");
    expect(retries(told)).toEqual([]);
  });

  it("is taken up again after a crash in between, with the request as it was", async () => {
    const journal = new MemoryJournal();
    void runToolLoop({ model: port(() => stuck([retry])), activity: new ActivityStream(journal), secrets }, user);
    while (retries(journal.events).length === 0) await wait(1);
    const later = new MemoryJournal();
    for (const event of JSON.parse(JSON.stringify(journal.events))) later.append(event);
    const requests: CompletionStreamParams[] = [];
    const model = {
      name: "m",
      completionStream(params: CompletionStreamParams) {
        requests.push(params);
        return ended([retry, text("Hi")], { message: { role: "assistant", content: "Hi" } });
      },
    };
    const { messages } = await resumeToolLoop({ model, activity: new ActivityStream(later), secrets });
    expect(requests.map((request) => request.messages)).toEqual([user]);
    expect(messages).toEqual([...user, { role: "assistant", content: "Hi" }]);
    expect(retries(later.events)).toHaveLength(2);
  });
});

describe("an answer that ends early", () => {
  const usage = { inputTokens: 7, outputTokens: 3 };

  it("is kept when the provider fails, with its reasoning and what it took", async () => {
    const model = port(() => ended([thought("Hm."), text("Half an ans")], { ...failure, usage }));
    const { messages, content, journal, stopReason, usage: total } = await run([], { model });
    const partial = { message: { role: "assistant", content: "Half an ans" }, finishReason: "error", partial: true };
    expect(answersOf(journal.events)).toEqual([
      { ...partial, firstTokenMs: expect.any(Number), reasoning: "Hm.", usage },
    ]);
    expect({ stopReason, content, total }).toEqual({ stopReason: "error", content: "Half an ans", total: usage });
    expect(messages).toEqual([...user, partial.message]);
    expect(providerHistory(journal.events)).toEqual(messages);
    expect(stepRecords(journal.events)[0]?.output).toEqual({
      content: [{ type: "text", text: "Half an ans" }],
      finishReason: "error",
    });
  });

  it("is kept when the run is stopped, at once", async () => {
    const controller = new AbortController();
    const { activity, journal } = watched();
    activity.subscribe("text_delta", () => controller.abort());
    const model = port(() => stuck([text("Half an ans")]));
    // The model never ends by itself: waiting for it would last until this test is given up.
    const result = await runToolLoop({ model, activity, signal: controller.signal }, user);
    expect(result.stopReason).toBe("aborted");
    expect(result.messages.at(-1)).toEqual({ role: "assistant", content: "Half an ans" });
    expect(providerHistory(journal.events)).toEqual(result.messages);
  });

  it("counts what a stopped call took where its adapter says so", async () => {
    const controller = new AbortController();
    const { activity, journal } = watched();
    activity.subscribe("text_delta", () => controller.abort());
    const model = {
      name: "m",
      completionStream({ signal }: CompletionStreamParams): Completion {
        const message = { role: "assistant", content: "" } as const;
        const final = new Promise<LlmCompletionResult>((resolve) =>
          signal?.addEventListener("abort", () => resolve({ message, model: "m", ...failure, usage })),
        );
        return { ...stuck([text("Half")]), final };
      },
    };
    const result = await runToolLoop({ model, activity, signal: controller.signal }, user);
    expect(result.usage).toEqual(usage);
    expect(answersOf(journal.events)).toMatchObject([{ partial: true, usage }]);
  });

  it("is sent with the next request, without its calls", async () => {
    const call = { index: 0, id: "a", function: { name: "look", arguments: '{"n":' } };
    const model = port(() => ended([text("I look"), { type: "tool_call_delta", delta: call }], failure));
    const first = await run([], { model });
    const next = await run([{ text: "go on" }], {}, [...first.messages, { role: "user", content: "again" }]);
    expect(next.model.requests[0]?.messages).toEqual([
      ...user,
      { role: "assistant", content: "I look" },
      { role: "user", content: "again" },
    ]);
  });

  it("is no part of the history where it is blanks only, as a history read from the journal has it", async () => {
    const { messages, journal } = await run([], { model: port(() => ended([text(" \n")], failure)) });
    expect(messages).toEqual(user);
    expect(providerHistory(journal.events)).toEqual(messages);
  });

  it("leaves nothing where the model had not begun", async () => {
    const { journal, messages } = await run([], { model: port(() => ended([], failure)) });
    expect(answersOf(journal.events)).toEqual([]);
    expect(messages).toEqual(user);
  });

  it("shows no beginning of a secret that it broke off in", async () => {
    const secrets = [secret("vault", "sw0rdfish-in-the-vault")];
    const model = port(() => ended([text("It is sw0rdfish-in-th")], failure));
    const { events, messages } = await run([], { model, secrets });
    expect(JSON.stringify([events, messages])).not.toContain("sw0rd");
    expect(messages.at(-1)?.content).toBe("It is [secret:vault]");
  });
});

describe("reasoning", () => {
  it("is stored, masked and bounded, and sent to no model", async () => {
    const long = "thought ".repeat(20_000);
    const model = port(() => ended([thought("of sk-abcdefghijklmnopqrstuvwxyz0123456789 "), thought(long), text("x")]));
    const { journal, messages } = await run([], { model });
    const [{ reasoning = "" } = {}] = answersOf(journal.events);
    expect(reasoning).toMatch(/^of \[secret:api-key\] thought/);
    expect(reasoning).toMatch(/\n\[… \d+ more characters\]$/);
    expect(reasoning.length).toBeLessThan(66_000);
    expect(JSON.stringify(messages)).not.toContain("thought");
  });
});

/** Resolves when the journal holds as much of the answer as has come. */
const isKept = (journal: MemoryJournal, content: string) =>
  expect.poll(() => answersOf(journal.events).at(-1)).toMatchObject({ partial: true, message: { content } });

describe("a crash while the model writes", () => {
  it("loses nothing of what came before a pause, and doubles nothing after it", async () => {
    const journal = new MemoryJournal();
    const activity = new ActivityStream(journal);
    const model = port(() => stuck([thought("Hm."), text("Half an "), text("ans")]));
    void runToolLoop({ model, activity, logger: new KeptLog() }, user);
    await isKept(journal, "Half an ans");
    const stored = JSON.parse(JSON.stringify(journal.events));
    expect(answersOf(stored).at(-1)).toMatchObject({
      message: { content: "Half an ans" },
      reasoning: "Hm.",
      partial: true,
    });
    expect(providerHistory(stored)).toEqual([...user, { role: "assistant", content: "Half an ans" }]);
    const later = new MemoryJournal();
    for (const event of stored) later.append(event);
    const requests: CompletionStreamParams[] = [];
    const whole = {
      name: "m",
      completionStream(params: CompletionStreamParams) {
        requests.push(params);
        const content = "Half an answer, whole";
        return ended([text(content)], { message: { role: "assistant", content } });
      },
    };
    const result = await resumeToolLoop({ model: whole, activity: new ActivityStream(later) });
    expect(requests.map(({ messages }) => messages)).toEqual([user]);
    expect(result.messages).toEqual([...user, { role: "assistant", content: "Half an answer, whole" }]);
    expect(providerHistory(later.events)).toEqual(result.messages);
  });

  it("keeps the order of what came", async () => {
    const journal = new MemoryJournal();
    const deltas = [thought("Hm."), text("First, "), thought("And?"), text("then.")];
    void runToolLoop(
      { model: port(() => stuck(deltas)), activity: new ActivityStream(journal), logger: new KeptLog() },
      user,
    );
    await isKept(journal, "First, then.");
    expect(answersOf(journal.events).at(-1)).toMatchObject({
      message: { content: "First, then." },
      reasoning: "Hm.And?",
      layout: [
        { type: "reasoning", length: 3 },
        { type: "text", length: 7 },
        { type: "reasoning", length: 4 },
        { type: "text", length: 5 },
      ],
    });
  });

  it("keeps what was left where the resumed run ends before it asks again", async () => {
    const journal = new MemoryJournal();
    const model = port(() => stuck([text("Half an answer")]));
    void runToolLoop({ model, activity: new ActivityStream(journal) }, user);
    await isKept(journal, "Half an answer");
    const later = new MemoryJournal();
    for (const event of journal.events) later.append(event);
    const activity = new ActivityStream(later);
    const result = await resumeToolLoop({ model, activity, signal: AbortSignal.abort() });
    expect(result.messages).toEqual([...user, { role: "assistant", content: "Half an answer" }]);
    expect(providerHistory(later.events)).toEqual(result.messages);
  });

  it("costs a bounded share of the answer", async () => {
    const journal = new MemoryJournal();
    const words = Array.from({ length: 200 }, () => "twenty characters ok");
    const model = port(() => ({
      stream: (async function* () {
        for (const word of words) {
          yield text(word);
          await wait(5);
        }
      })(),
      final: wait(2_000).then(() => ended([]).final),
    }));
    await runToolLoop({ model, activity: new ActivityStream(journal) }, user);
    const stored = answersOf(journal.events).filter(({ partial }) => partial);
    const units = stored.reduce((sum, { message }) => sum + message.content.length, 0);
    expect(stored.length).toBeGreaterThan(3);
    expect(units).toBeLessThan(10 * words.join("").length);
  });

  it("stores nothing on the way of an answer that comes at once", async () => {
    const { journal } = await run([{ text: "x".repeat(5_000) }]);
    expect(answersOf(journal.events)).toHaveLength(1);
  });
});

describe("previews of arguments that are no JSON", () => {
  it("are taken back, and stand in no client-facing part", async () => {
    const raw = '{"city": "RAW-TEXT';
    const call = { index: 0, id: "a", function: { name: "look", arguments: raw } };
    let requests = 0;
    const model = port(() => {
      requests += 1;
      if (requests > 1) return { stream: silent(), final: ended([]).final };
      const toolCalls = [{ id: "a", type: "function", function: { name: "look", arguments: raw } }] as const;
      return ended([{ type: "tool_call_delta", delta: call }], { finishReason: "tool_calls", toolCalls });
    });
    const { activity, journal, events } = watched();
    const result = await runToolLoop({ model, activity, logger: new KeptLog() }, user);
    const after = events.slice(events.findIndex((event) => event.type === "tool_call_delta") + 1);
    expect(after[0]).toMatchObject({ type: "tool_call_delta", data: { index: 0, withdrawn: true } });
    expect(JSON.stringify([after, journal.events, result, activity.recent()])).not.toContain("RAW-TEXT");
  });
});
