import type { Json } from "@toolwright/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createResponsesModel, type ResponsesModelOptions } from "../src/index.ts";
import { observe, summarise } from "./support/observe.ts";
import { type AnsweringServer, startAnswering } from "./support/scripted-server.ts";

let server: AnsweringServer | undefined;

const COMPLETED = { type: "response.completed", response: { status: "completed" } };
const delta = (text: string) => ({
  type: "response.output_text.delta",
  output_index: 0,
  content_index: 0,
  delta: text,
});

/** The answer to a stream of these events, without a server. */
function answerTo(chunks: readonly (Json | string)[], options: Partial<ResponsesModelOptions> = {}) {
  const written = chunks.map((chunk) => (typeof chunk === "string" ? chunk : `data: ${JSON.stringify(chunk)}\n\n`));
  const model = createResponsesModel({
    baseUrl: "http://model",
    model: "m",
    fetch: async () => new Response(written.join("")),
    ...options,
  });
  return observe(model.completionStream({ messages: [] }));
}

function nested(levels: number): string {
  return `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
}

describe("a hostile server of responses", () => {
  it.each([
    ["an item", `{"type":"response.output_item.done","output_index":0,"item":${nested(20_000)}}`],
    ["the response", `{"type":"response.completed","response":${nested(20_000)}}`],
    ["an error", `{"type":"error","error":${nested(20_000)}}`],
  ])("that nests %s without end is not believed", async (_, data) => {
    const { result } = await answerTo([`data: ${data}\n\n`]);
    expect(result).toMatchObject({ finishReason: "error", error: { code: "invalid_stream" } });
  });

  it("that never ends is cut, by tokens and by bytes", async () => {
    const many = Array.from({ length: 500 }, () => delta("word "));
    const cut = await answerTo([...many, COMPLETED], { maxAnswerTokens: 100 });
    expect(cut.result).toMatchObject({ finishReason: "length", warnings: [{ code: "answer_cut" }] });
    const end = new AbortController();
    server = await startAnswering((response) => {
      response.setHeader("content-type", "text/event-stream");
      const timer = setInterval(() => response.write(`data: ${JSON.stringify(delta("x".repeat(1_000)))}\n\n`), 1);
      response.on("close", () => {
        clearInterval(timer);
        end.abort();
      });
    });
    const model = createResponsesModel({ baseUrl: server.baseUrl, model: "m", maxAnswerBytes: 20_000 });
    expect((await model.completionStream({ messages: [] }).final).finishReason).toBe("length");
    await expect.poll(() => end.signal.aborted).toBe(true);
  });

  it("that falls silent, or never answers, is given up", async () => {
    server = await startAnswering((response) => {
      response.setHeader("content-type", "text/event-stream");
      response.write(`data: ${JSON.stringify(delta("He"))}\n\n`);
    });
    const silent = createResponsesModel({ baseUrl: server.baseUrl, model: "m", betweenBytesTimeoutMs: 50 });
    const { error, message } = await silent.completionStream({ messages: [] }).final;
    expect([error?.code, message.content]).toEqual(["timeout", "He"]);
    await server.close();
    server = await startAnswering(() => undefined);
    const mute = createResponsesModel({ baseUrl: server.baseUrl, model: "m", firstByteTimeoutMs: 50, maxRetries: 0 });
    expect((await mute.completionStream({ messages: [] }).final).error?.code).toBe("timeout");
  });

  it("that repeats its items costs no more than what it sends", async () => {
    const item = { type: "message", id: "m", content: [{ type: "output_text", text: "x".repeat(2_000) }] };
    const done = { type: "response.output_item.done", output_index: 0, item };
    const { result } = await answerTo([...Array.from({ length: 2_000 }, () => done), COMPLETED]);
    expect(result.message.content).toBe("x".repeat(2_000));
    const places = Array.from({ length: 5_000 }, (_, output_index) => ({ ...done, output_index }));
    expect((await answerTo([...places, COMPLETED])).result.message.content).toHaveLength(5_000 * 2_002 - 2);
  });

  it("that writes keys of a prototype, odd places and odd types changes nothing but its own answer", async () => {
    const odd =
      '{"type":"response.output_item.done","output_index":0,"item":{"type":"reasoning","__proto__":{"polluted":true},"constructor":1}}';
    const chunks = [
      `data: ${odd}\n\n`,
      { type: "response.output_text.delta", output_index: -1e9, content_index: "x", delta: 5 },
      { type: "response.function_call_arguments.delta", output_index: 1.5, delta: null },
      { type: ["response.output_text.delta"], delta: "no" },
      { type: "response.output_item.done", output_index: 2, item: [1] },
      { type: "response.output_item.done", item: null },
      delta("Hello"),
      COMPLETED,
    ];
    const { result } = await answerTo(chunks);
    expect([result.finishReason, result.message.content]).toEqual(["stop", "Hello"]);
    expect("polluted" in {}).toBe(false);
    expect(JSON.stringify(result.message.providerState)).toContain(
      JSON.stringify(odd.slice(odd.indexOf('"item":') + 7, -1)).slice(1, -1),
    );
  });

  it("whatever it sends, settles in one of the known ways", async () => {
    const type = fc.constantFrom(
      ...[
        "output_text.delta",
        "output_item.added",
        "output_item.done",
        "function_call_arguments.delta",
        "completed",
        "incomplete",
        "failed",
      ].map((name) => `response.${name}`),
      "error",
      "x",
    );
    const item = fc.record(
      {
        type: fc.constantFrom("message", "function_call", "reasoning", "x"),
        id: fc.jsonValue(),
        content: fc.jsonValue(),
        arguments: fc.jsonValue(),
        name: fc.jsonValue(),
        summary: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    const event = fc.record(
      {
        type,
        output_index: fc.jsonValue(),
        item_id: fc.jsonValue(),
        delta: fc.jsonValue(),
        item: fc.oneof(item, fc.jsonValue()),
        response: fc.oneof(fc.record({ status: fc.string(), output: fc.array(item) }), fc.jsonValue()),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 6 }), async (sent) => {
        const { result } = await answerTo(sent.map((each): Json => JSON.parse(JSON.stringify(each))));
        const isKnown = ["stop", "tool_calls", "length", "content_filter", "error"].includes(result.finishReason);
        expect([isKnown, result.toolCalls !== undefined]).toEqual([true, result.finishReason === "tool_calls"]);
      }),
      { numRuns: 200 },
    );
  });
});

describe("a response that is streamed", () => {
  it("comes to what it does as a whole, however its texts and arguments are cut in pieces", async () => {
    const text = fc.string({ unit: "grapheme", maxLength: 12 });
    const part = fc.oneof(
      fc.record({ type: fc.constant("message" as const), text }),
      fc.record({ type: fc.constant("reasoning" as const), text }),
      fc.record({
        type: fc.constant("function_call" as const),
        value: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 5 }),
        async (parts, size) => {
          const items = parts.map((each, place) => itemOf(each, place));
          const whole = await answerTo([{ ...COMPLETED, response: { status: "completed", output: items } }]);
          const streamed = await answerTo([
            ...items.flatMap((item, place) => eventsOf(item, { place, size })),
            COMPLETED,
          ]);
          expect(summarise(streamed)).toEqual(summarise(whole));
          expect(streamed.result.message).toEqual(whole.result.message);
        },
      ),
      { numRuns: 150 },
    );
  });
});

type Part = { readonly type: string; readonly text?: string; readonly value?: unknown };
type Item = { readonly [key: string]: Json };

function itemOf({ type, text = "", value }: Part, place: number): Item {
  const id = `${type}_${place}`;
  if (type === "message") return { type, id, role: "assistant", content: [{ type: "output_text", text }] };
  if (type === "reasoning") return { type, id, summary: [{ type: "summary_text", text }] };
  return { type, id, call_id: `c${place}`, name: "f", arguments: JSON.stringify(value) };
}

interface Cut {
  readonly place: number;
  readonly size: number;
}

function eventsOf(item: Item, { place: output_index, size }: Cut): Json[] {
  const [kind, whole] = deltasOf(item);
  const pieces = whole.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
  const at = { output_index, item_id: item.id ?? "", content_index: 0, summary_index: 0 };
  return [
    { type: "response.output_item.added", output_index, item: { ...item, content: [], summary: [], arguments: "" } },
    ...pieces.map((delta): Json => ({ ...at, type: `response.${kind}.delta`, delta })),
    { type: "response.output_item.done", output_index, item },
  ];
}

function deltasOf(item: Item): readonly [string, string] {
  if (item.type === "function_call") return ["function_call_arguments", String(item.arguments)];
  const parts = JSON.parse(JSON.stringify(item.type === "message" ? item.content : item.summary));
  return [item.type === "message" ? "output_text" : "reasoning_summary_text", parts[0].text];
}
