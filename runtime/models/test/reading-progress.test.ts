import type { ServerResponse } from "node:http";
import { ActivityStream, type JournalEvent, MemoryJournal, runToolLoop } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { createOpenAiCompatibleModel, type OpenAiCompatibleOptions } from "../src/index.ts";
import { readingProgress } from "../src/openai-compatible/wire/reading-progress.ts";
import { LLAMA_READING } from "./fixtures/llama-reading.ts";
import { events, hello, startAnswering, status } from "./support/scripted-server.ts";

type Answer = (response: ServerResponse) => void;

/** The same answer, as llama.cpp signs it. */
function llama(answer: Answer): Answer {
  return (response) => {
    response.setHeader("server", "llama.cpp");
    answer(response);
  };
}

/** Whether each of some requests asked for progress. */
async function asked(answers: readonly Answer[], options: Partial<OpenAiCompatibleOptions> = {}, requests = 2) {
  const server = await startAnswering(...answers);
  const model = createOpenAiCompatibleModel({ baseUrl: server.baseUrl, model: "m", firstRetryMs: 1, ...options });
  for (let place = 0; place < requests; place += 1) await model.completionStream({ messages: [] }).final;
  return server.received.map(({ body }) => body.return_progress);
}

describe("how far a request was read", () => {
  it("is told while llama.cpp reads it, and never stored", async () => {
    const server = await startAnswering(llama(events(...LLAMA_READING)));
    const journal = new MemoryJournal();
    const activity = new ActivityStream(journal);
    const seen: JournalEvent[] = [];
    activity.subscribe("*", (event) => void seen.push(event));
    const model = createOpenAiCompatibleModel({ baseUrl: server.baseUrl, model: "m" });
    await runToolLoop({ model, tools: [], activity }, [{ role: "user", content: "Hi." }]);
    expect(seen.flatMap((event) => (event.type === "model_reading" ? [event.data] : []))).toEqual([
      { tokens: 0, totalTokens: 5_686 },
      { tokens: 2_048, totalTokens: 5_686, leftMs: 117_061 },
      { tokens: 4_096, totalTokens: 5_686, leftMs: 68_478 },
      { tokens: 5_686, totalTokens: 5_686, leftMs: 0 },
    ]);
    const stored: string[] = [];
    for await (const { type } of journal.read()) stored.push(type);
    expect(stored).toContain("assistant_message");
    expect(stored).not.toContain("model_reading");
  });

  it("is no first word: that comes after it", async () => {
    const server = await startAnswering((response) => {
      response.setHeader("content-type", "text/event-stream");
      response.write(`data: ${JSON.stringify(LLAMA_READING[1])}\n\n`);
      const word = { choices: [{ delta: { content: "Hello" }, finish_reason: "stop" }] };
      setTimeout(() => response.end(`data: ${JSON.stringify(word)}\n\ndata: [DONE]\n\n`), 60);
    });
    const model = createOpenAiCompatibleModel({ baseUrl: server.baseUrl, model: "m" });
    const activity = new ActivityStream();
    let firstTokenMs = 0;
    activity.subscribe("assistant_message", ({ data }) => {
      firstTokenMs = data.firstTokenMs ?? 0;
    });
    await runToolLoop({ model, tools: [], activity }, [{ role: "user", content: "Hi." }]);
    expect(firstTokenMs).toBeGreaterThanOrEqual(50);
  });

  it("is asked for once a server on this machine has shown that it is llama.cpp", async () => {
    expect(await asked([llama(hello)])).toEqual([undefined, true]);
    const loading = llama(status(503, '{"error":{"message":"Loading model","code":503}}'));
    expect(await asked([loading, llama(hello)], {}, 1)).toEqual([undefined, true]);
  });

  it("is read without tools where none may be called, once the server is known: its prompt would have them", async () => {
    const server = await startAnswering(llama(hello));
    const model = createOpenAiCompatibleModel({ baseUrl: server.baseUrl, model: "m" });
    const tool = {
      type: "function",
      function: { name: "look", description: "", parameters: { type: "object" } },
    } as const;
    for (const toolChoice of ["none", "none", "auto"] as const)
      await model.completionStream({ messages: [], tools: [tool], toolChoice }).final;
    const sent = server.received.map(({ body }) => [body.tools !== undefined, body.tool_choice]);
    expect(sent).toEqual([
      [true, "none"],
      [false, undefined],
      [true, "auto"],
    ]);
  });

  it("is asked of no other server: those refuse fields that they do not know", async () => {
    expect(await asked([hello])).toEqual([undefined, undefined]);
    const away = await startAnswering(llama(hello));
    const carried: typeof fetch = (_url, init) => fetch(`${away.baseUrl}/chat/completions`, init);
    await asked([], { baseUrl: "http://models.example.com/v1", fetch: carried });
    expect(away.received.map(({ body }) => body.return_progress)).toEqual([undefined, undefined]);
    // Another server has taken its port.
    expect(await asked([llama(hello), hello], {}, 3)).toEqual([undefined, true, undefined]);
  });

  it.each([
    [
      { total: 100, cache: 40, processed: 70, time_ms: 3_000 },
      { tokens: 70, totalTokens: 100, leftMs: 3_000 },
    ],
    [
      { total: 100, cache: 40, processed: 40, time_ms: 0 },
      { tokens: 40, totalTokens: 100 },
    ],
    [
      { total: 100, processed: 50, time_ms: 10 },
      { tokens: 50, totalTokens: 100, leftMs: 10 },
    ],
    [
      { total: 100, cache: 60, processed: 50, time_ms: 10 },
      { tokens: 50, totalTokens: 100 },
    ],
    [{ total: 100, processed: 101, time_ms: 10 }, undefined],
    [{ total: "100", processed: 1 }, undefined],
    [{ total: 1e300, processed: 1 }, undefined],
    [{ total: 100, processed: -1 }, undefined],
    [[], undefined],
    [null, undefined],
  ])("is %j read as %j", (told, expected) => {
    expect(readingProgress({ choices: [], prompt_progress: told })).toEqual(expected);
  });
});
