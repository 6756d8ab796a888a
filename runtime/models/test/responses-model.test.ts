import {
  ActivityStream,
  type CompletionStreamParams,
  defineTool,
  MemoryJournal,
  type Message,
  providerHistory,
  runToolLoop,
  secret,
} from "@toolwright/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createResponsesModel, type ResponsesModelOptions } from "../src/index.ts";
import { startServer } from "./support/answer-server.ts";
import { type AnsweringServer, events, startAnswering, status } from "./support/scripted-server.ts";

let server: AnsweringServer | undefined;

const COMPLETED = { type: "response.completed", response: { status: "completed", model: "m", output: [] } };
const said = (text: string) => [
  { type: "response.output_text.delta", output_index: 0, content_index: 0, delta: text },
  COMPLETED,
];

async function bodyOf(params: Partial<CompletionStreamParams>, options: Partial<ResponsesModelOptions> = {}) {
  server = await startAnswering(events(...said("Hello")));
  const model = createResponsesModel({ baseUrl: server.baseUrl, model: "m", ...options });
  const result = await model.completionStream({ messages: [], ...params }).final;
  return { result, received: server.received[0], body: server.received[0]?.body };
}

const tool = {
  type: "function",
  function: { name: "read", description: "Reads.", parameters: { type: "object" } },
} as const;

describe("a request for a response", () => {
  it("has no half of a character", async () => {
    const { body } = await bodyOf({ messages: [{ role: "user", content: "a\ud83d" }] });
    expect(body?.input).toEqual([{ type: "message", role: "user", content: "a\uFFFD" }]);
  });

  it("has every message as an item, images as data, and asks for its reasoning", async () => {
    const messages: readonly Message[] = [
      { role: "system", content: "Be brief." },
      {
        role: "user",
        content: [
          { type: "text", text: "What is it?" },
          { type: "image", mediaType: "image/png", data: "AA==" },
        ],
      },
      {
        role: "assistant",
        content: "Looking.",
        tool_calls: [{ id: "c1", type: "function", function: { name: "read", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "c1", content: "a" },
    ];
    const { received, body } = await bodyOf({
      messages,
      tools: [tool],
      toolChoice: { type: "function", function: { name: "read" } },
    });
    expect(received?.url).toBe("/v1/responses");
    expect(body).toEqual({
      model: "m",
      stream: true,
      store: false,
      include: ["reasoning.encrypted_content"],
      tools: [{ type: "function", name: "read", description: "Reads.", parameters: { type: "object" }, strict: false }],
      tool_choice: { type: "function", name: "read" },
      input: [
        { type: "message", role: "system", content: "Be brief." },
        {
          type: "message",
          role: "user",
          content: [
            { type: "input_text", text: "What is it?" },
            { type: "input_image", detail: "auto", image_url: "data:image/png;base64,AA==" },
          ],
        },
        { type: "message", role: "assistant", content: [{ type: "output_text", text: "Looking.", annotations: [] }] },
        { type: "function_call", call_id: "c1", name: "read", arguments: "{}" },
        { type: "function_call_output", call_id: "c1", output: "a" },
      ],
    });
  });

  it("has the options of a loop where responses have them", async () => {
    const schema = { type: "object" };
    const { body } = await bodyOf({
      temperature: 0.5,
      maxTokens: 7,
      topP: 0.9,
      reasoning_effort: "low",
      reasoning: { summary: "auto" },
      verbosity: "high",
      response_format: { type: "json_schema", json_schema: { name: "answer", schema } },
      tool_choice: "none",
      metadata: { a: "b" },
    });
    expect(body).toMatchObject({
      temperature: 0.5,
      max_output_tokens: 7,
      top_p: 0.9,
      reasoning: { effort: "low", summary: "auto" },
      text: { verbosity: "high", format: { type: "json_schema", name: "answer", schema } },
      metadata: { a: "b" },
    });
    expect(Object.keys(body ?? {})).not.toContain("tool_choice");
  });

  it.each(["stop", "stopSequences", "seed", "presence_penalty", "input", "stream"])(
    "is not sent with %s, and says so",
    async (name) => {
      const { result, received } = await bodyOf({ [name]: "x" });
      expect(result.error?.message).toContain(`llmOptions.${name} cannot be sent`);
      expect(received).toBeUndefined();
    },
  );

  it("may let the server keep the answer", async () => {
    const { body } = await bodyOf({}, { store: true });
    expect(body).toMatchObject({ store: true });
    expect(Object.keys(body ?? {})).not.toContain("include");
  });

  it("is sent again where that helps, and fails in words where not", async () => {
    server = await startAnswering(status(500), status(429, "", { "retry-after": "0" }), events(...said("Hello")));
    const options = { baseUrl: server.baseUrl, model: "m", apiKey: "a-long-secret", firstRetryMs: 1 };
    const { message } = await createResponsesModel(options).completionStream({ messages: [] }).final;
    expect(message.content).toBe("Hello");
    expect(server.received).toHaveLength(3);
    await server.close();
    server = await startAnswering(status(400, '{"error":{"message":"No such field a-long-secret."}}'));
    const { error } = await createResponsesModel({ ...options, baseUrl: server.baseUrl }).completionStream({
      messages: [],
    }).final;
    expect(error).toMatchObject({ code: "http", status: 400 });
    expect(error?.message).toContain("No such field [secret].");
  });

  it("ends at once when it is stopped", async () => {
    server = await startAnswering(
      (response) => void response.writeHead(200, { "content-type": "text/event-stream" }).write(": x\n\n"),
    );
    const stop = new AbortController();
    const { final } = createResponsesModel({ baseUrl: server.baseUrl, model: "m" }).completionStream({
      messages: [],
      signal: stop.signal,
    });
    setTimeout(() => stop.abort(), 20);
    expect((await final).error?.code).toBe("aborted");
  });
});

/** Writes items as a server does that formats its JSON in its own way. */
async function startItems(...answers: readonly (readonly string[])[]) {
  const bodies: string[] = [];
  const started = await startServer((_request, response, body) => {
    const items = answers[bodies.length] ?? ['{"type":"message","content":[{"type":"output_text","text":"Done."}]}'];
    bodies.push(body);
    response.setHeader("content-type", "text/event-stream");
    items.forEach((item, at) => {
      response.write(`data: {"type":"response.output_item.done","output_index":${at},"item":${item}}\n\n`);
    });
    response.end(`data: ${JSON.stringify(COMPLETED)}\n\n`);
  });
  server = { ...started, received: [] };
  return { bodies, model: createResponsesModel({ baseUrl: started.baseUrl, model: "m" }) };
}

const REASONING =
  '{ "id":"rs_1", "type":"reasoning","summary":[], "encrypted_content":"gAAA\\u002b\\/==", "n":1.0, "big":12345678901234567890 }';
const CALL =
  '{"id":"fc_1","type":"function_call","status":"completed","arguments":"{ \\"x\\" : 1 }","call_id":"c1","name":"look"}';
/** The arguments are the history's. */
const SAME_CALL = JSON.stringify(JSON.parse(CALL));
const look = defineTool({ name: "look", description: "Looks.", input: { type: "object" }, execute: () => "seen" });
const ask = { role: "user", content: "Look." } as const;

describe("what a server of responses wrote goes back", () => {
  it("byte for byte, in its place", async () => {
    const { bodies, model } = await startItems([REASONING, CALL]);
    const { stopReason } = await runToolLoop({ model, tools: [look] }, [ask]);
    expect(stopReason).toBe("stop");
    expect(bodies[1]).toContain(
      `${REASONING},${SAME_CALL},{"type":"function_call_output","call_id":"c1","output":"seen"}]`,
    );
  });

  it("the same from a journal, where the run is taken up by another process", async () => {
    const { bodies, model } = await startItems(
      [REASONING, CALL],
      ['{"type":"message","phase":"final_answer","content":[{"type":"output_text","text":"Seen."}]}'],
    );
    const journal = new MemoryJournal();
    const { messages } = await runToolLoop({ model, tools: [look], activity: new ActivityStream(journal) }, [ask]);
    const stored = [];
    for await (const event of journal.read()) stored.push(JSON.parse(JSON.stringify(event)));
    const history = providerHistory(stored);
    expect(history).toEqual(messages);
    await runToolLoop({ model, tools: [look] }, [...history, ask]);
    expect(bodies[2]).toContain(`${REASONING},${SAME_CALL},`);
    expect(bodies[2]).toContain(
      '{"type":"message","phase":"final_answer","content":[{"type":"output_text","text":"Seen."}]}',
    );
  });

  it("to the same model only", async () => {
    const { model } = await startItems([REASONING, CALL]);
    const { message } = await model.completionStream({ messages: [ask] }).final;
    const { body } = await bodyOf({ messages: [message] }, { model: "other" });
    expect(body?.input).toEqual([{ type: "function_call", call_id: "c1", name: "look", arguments: '{ "x" : 1 }' }]);
  });

  it("with the id and the arguments that the history has, where those are others", async () => {
    const { bodies, model } = await startItems([REASONING, CALL]);
    const { message } = await model.completionStream({ messages: [ask] }).final;
    const calls = [{ id: "c1_2", type: "function", function: { name: "look", arguments: "{}" } }] as const;
    await model.completionStream({ messages: [{ ...message, tool_calls: calls }] }).final;
    expect(bodies[1]).toContain(
      `"input":[${REASONING},{"type":"function_call","call_id":"c1_2","name":"look","arguments":"{}"}]`,
    );
  });

  it("with the text that the history has, where a secret was masked in it", async () => {
    const { bodies, model } = await startItems([
      REASONING,
      '{"type":"message","content":[{"type":"output_text","text":"It is hunter22."}]}',
    ]);
    const journal = new MemoryJournal();
    const activity = new ActivityStream(journal);
    const { messages } = await runToolLoop({ model, secrets: [secret("PASSWORD", "hunter22")], activity }, [ask]);
    await runToolLoop({ model }, [...messages, ask]);
    expect(bodies[1]).toContain(REASONING);
    expect(bodies[1]).toContain("It is [secret:PASSWORD].");
    const stored = [];
    for await (const event of journal.read()) stored.push(event);
    expect(JSON.stringify(stored) + bodies[1]).not.toContain("hunter22");
  });

  it("not at all of an answer that was cut", async () => {
    server = await startAnswering(
      events(
        { type: "response.output_item.done", output_index: 0, item: JSON.parse(REASONING) },
        {
          type: "response.incomplete",
          response: { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } },
        },
      ),
    );
    const { message } = await createResponsesModel({ baseUrl: server.baseUrl, model: "m" }).completionStream({
      messages: [],
    }).final;
    expect(message).toEqual({ role: "assistant", content: "" });
  });

  it("whatever its items hold", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1, maxLength: 4 }),
        async (extras) => {
          const items = extras.map((extra) => JSON.stringify({ ...extra, type: "reasoning", summary: [] }));
          const { bodies, model } = await startItems(items);
          const { message } = await model.completionStream({ messages: [ask] }).final;
          await model.completionStream({ messages: [JSON.parse(JSON.stringify(message))] }).final;
          expect(bodies[1]?.endsWith(`"input":[${items.join(",")}]}`)).toBe(true);
          await server?.close();
        },
      ),
      { numRuns: 30 },
    );
  });
});

it("refuses an option that does not exist", () => {
  const options = { baseUrl: "http://x", model: "m", storing: true };
  expect(() => createResponsesModel(options)).toThrow(/createResponsesModel: .*storing/);
});
