import { type CompletionStreamParams, defineTool, type JsonObject } from "@toolwright/core";
import type { ScriptStep } from "@toolwright/models";
import type OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { heldModel } from "./support/held-model.ts";
import { startForOpenAi as start } from "./support/openai-client.ts";
import { askingTool, echoTool } from "./support/test-server.ts";

const ask = { model: "script:test", input: "hi" };
const USAGE = { inputTokens: 3, cachedInputTokens: 2, cacheWriteTokens: 1, outputTokens: 4, reasoningTokens: 1 };
const working: readonly ScriptStep[] = [
  {
    reasoning: "Hm.",
    text: "Looking.",
    toolCalls: [{ id: "a", name: "echo", arguments: { text: "one" } }],
    usage: USAGE,
  },
  { text: "Found.", usage: USAGE },
];
const weather = {
  type: "function" as const,
  name: "weather",
  description: "Tells the weather.",
  strict: true,
  parameters: {
    type: "object",
    properties: { city: { type: "string" } },
    required: ["city"],
    additionalProperties: false,
  },
};
const asks = (args: JsonObject = { city: "Bergen" }, id = "w1"): ScriptStep => ({
  text: "Looking.",
  toolCalls: [{ id, name: "weather", arguments: args }],
});
const rolesOf = ({ messages }: CompletionStreamParams) => messages.map(({ role }) => role);

describe("a response", () => {
  it("has an item for all that was thought, said and called, and can be read again", async () => {
    const { client } = await start(working);
    const response = await client.responses.create({ ...ask, metadata: { a: "b" }, temperature: 0.5 });
    const key = response.id.slice(5);
    expect(response.output).toEqual([
      { id: `rs_${key}_0`, type: "reasoning", status: "completed", summary: [{ type: "summary_text", text: "Hm." }] },
      {
        id: `msg_${key}_1`,
        type: "message",
        status: "completed",
        role: "assistant",
        content: [{ type: "output_text", text: "Looking.", annotations: [], logprobs: [] }],
      },
      {
        id: `mcp_${key}_2`,
        type: "mcp_call",
        status: "completed",
        server_label: "toolwright",
        name: "echo",
        arguments: '{"text":"one"}',
        output: '{"said":"one"}',
        error: null,
        approval_request_id: null,
      },
      {
        id: `msg_${key}_3`,
        type: "message",
        status: "completed",
        role: "assistant",
        content: [{ type: "output_text", text: "Found.", annotations: [], logprobs: [] }],
      },
    ]);
    expect(response).toMatchObject({
      object: "response",
      status: "completed",
      model: "script:test",
      metadata: { a: "b" },
      temperature: 0.5,
      error: null,
      incomplete_details: null,
      usage: {
        input_tokens: 6,
        input_tokens_details: { cached_tokens: 4, cache_write_tokens: 2 },
        output_tokens: 8,
        output_tokens_details: { reasoning_tokens: 2 },
        total_tokens: 14,
      },
    });
    const { output_text: _said, ...again } = await client.responses.retrieve(response.id);
    const { output_text, ...first } = response;
    expect(again).toEqual(first);
    expect(output_text).toBe("Looking.Found.");
  });

  it("is streamed as the format has it, in numbered events that come to the same", async () => {
    const { client, send } = await start([...working, ...working]);
    const events = [];
    for await (const event of await client.responses.create({ ...ask, stream: true })) events.push(event);
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, place) => place));
    const types = events.map(({ type }) => type.replace("response.", ""));
    const kept = types.filter((type, place) => type !== types[place - 1]);
    expect(kept).toEqual([
      "created",
      "in_progress",
      ...["output_item.added", "reasoning_summary_part.added", "reasoning_summary_text.delta"],
      ...["reasoning_summary_text.done", "reasoning_summary_part.done", "output_item.done"],
      ...[
        "output_item.added",
        "content_part.added",
        "output_text.delta",
        "output_text.done",
        "content_part.done",
        "output_item.done",
      ],
      ...["output_item.added", "mcp_call.in_progress", "mcp_call_arguments.delta", "mcp_call_arguments.done"],
      ...["mcp_call.completed", "output_item.done"],
      ...[
        "output_item.added",
        "content_part.added",
        "output_text.delta",
        "output_text.done",
        "content_part.done",
        "output_item.done",
      ],
      "completed",
    ]);
    const last = events.at(-1);
    const final = last?.type === "response.completed" ? last.response : undefined;
    const { output_text: _said, ...stored } = await client.responses.retrieve(final?.id ?? "");
    expect(final).toMatchObject(stored);
    const done = events.flatMap((event) => (event.type === "response.output_item.done" ? [event.item] : []));
    expect(done).toEqual(final?.output);
    const raw = await send("/v1/responses", { body: { ...ask, stream: true } });
    const text = await raw.text();
    expect(raw.headers.get("content-type")).toContain("text/event-stream");
    expect(text).toMatch(/^event: response\.created\ndata: \{/);
    expect(text).not.toContain("[DONE]");
  });

  it("goes through the client's own accumulator", async () => {
    const { client } = await start([...working, asks()]);
    const stream = client.responses.stream(ask);
    const final = await stream.finalResponse();
    expect(final.output_text).toBe("Looking.Found.");
    const handed = await client.responses.stream({ ...ask, tools: [weather] }).finalResponse();
    expect(handed.output.at(-1)).toMatchObject({
      type: "function_call",
      name: "weather",
      parsed_arguments: { city: "Bergen" },
    });
  });

  it("goes on from an earlier one, in its journal, and from any of them again", async () => {
    const texts = ["One.", "Two.", "Three.", "Other."];
    const { client, asked, store } = await start(texts.map((text) => ({ text })));
    const first = await client.responses.create({ ...ask, instructions: "Be brief." });
    const second = await client.responses.create({
      ...ask,
      input: "more",
      previous_response_id: first.id,
      instructions: "Be long.",
    });
    await client.responses.create({ ...ask, input: "and more", previous_response_id: second.id });
    await client.responses.create({ ...ask, input: "else", previous_response_id: first.id });
    const said = asked.map(({ messages }) => messages.map(({ content }) => content));
    expect(said).toEqual([
      ["Be brief.", "hi"],
      ["Be long.", "hi", "One.", "more"],
      ["hi", "One.", "more", "Two.", "and more"],
      ["hi", "One.", "else"],
    ]);
    expect(store.threads.list({ channel: "responses" }).threads).toHaveLength(2);
    expect((await client.responses.retrieve(first.id)).output_text).toBe("One.");
    expect((await client.responses.retrieve(second.id)).previous_response_id).toBe(first.id);
  });

  it("goes on from an earlier one that two clients go on from at once", async () => {
    const { client, asked } = await start(["One.", "Two.", "Three."].map((text) => ({ text })));
    const first = await client.responses.create(ask);
    const next = { ...ask, previous_response_id: first.id };
    const both = await Promise.all([client.responses.create(next), client.responses.create(next)]);
    expect(both.map(({ output_text }) => output_text).sort()).toEqual(["Three.", "Two."]);
    const again = await Promise.all(both.map(({ id }) => client.responses.retrieve(id)));
    expect(again.map(({ output_text }) => output_text)).toEqual(both.map(({ output_text }) => output_text));
    const said = asked.slice(1).map(({ messages }) => messages.map(({ content }) => content));
    expect(said).toEqual([
      ["hi", "One.", "hi"],
      ["hi", "One.", "hi"],
    ]);
  });

  it("goes on after a restart", async () => {
    const first = await start([asks()]);
    const response = await first.client.responses.create({ ...ask, tools: [weather] });
    await first.close();
    const second = await start([{ text: "Rain." }], { file: first.file });
    const input = [{ type: "function_call_output" as const, call_id: "w1", output: "It rains." }];
    const next = await second.client.responses.create({
      model: "m",
      input,
      previous_response_id: response.id,
      tools: [weather],
    });
    expect(next.output_text).toBe("Rain.");
    expect(second.asked[0]?.messages.at(-1)).toEqual({ role: "tool", tool_call_id: "w1", content: "It rains." });
  });

  it("is not kept with store: false, and its items can be sent again", async () => {
    const { client, asked, store, send } = await start([...working, { text: "Again." }]);
    const response = await client.responses.create({ ...ask, store: false });
    await expect(client.responses.retrieve(response.id)).rejects.toMatchObject({ status: 404 });
    expect(store.threads.list({ channel: "responses" }).threads).toEqual([]);
    const input = [
      { role: "user" as const, content: "hi" },
      ...response.output,
      { role: "user" as const, content: "more" },
    ];
    const next = await (await send("/v1/responses", { body: { model: "m", store: false, input } })).json();
    expect(next.output[0].content[0].text).toBe("Again.");
    expect(rolesOf(asked[2] ?? { messages: [] })).toEqual(["user", "assistant", "tool", "assistant", "user"]);
    expect(asked[2]?.messages[1]).toMatchObject({ content: "Looking.", tool_calls: [{ function: { name: "echo" } }] });
  });

  it("may name items of earlier ones", async () => {
    const { client, asked } = await start([...working, { text: "Again." }]);
    const response = await client.responses.create(ask);
    const input = response.output.map(({ id }) => ({ type: "item_reference" as const, id: id ?? "" }));
    await client.responses.create({ model: "m", input: [...input, { role: "user", content: "more" }] });
    expect(rolesOf(asked[2] ?? { messages: [] })).toEqual(["assistant", "tool", "assistant", "user"]);
    const unknown = [{ type: "item_reference" as const, id: "msg_nothing" }];
    await expect(client.responses.create({ model: "m", input: unknown })).rejects.toThrow(
      'input[0] names the item "msg_nothing"',
    );
  });
});

describe("tools of the client", () => {
  it("are handed out, and what they say goes on", async () => {
    const { client, asked } = await start([asks(), { text: "Rain." }]);
    const first = await client.responses.create({ ...ask, tools: [weather] });
    expect(first.output.at(-1)).toMatchObject({
      type: "function_call",
      call_id: "w1",
      name: "weather",
      arguments: '{"city":"Bergen"}',
      status: "completed",
    });
    expect(first.output.map(({ type }) => type)).toEqual(["message", "function_call"]);
    const input = [{ type: "function_call_output" as const, call_id: "w1", output: "It rains." }];
    const second = await client.responses.create({
      model: "m",
      input,
      tools: [weather],
      previous_response_id: first.id,
    });
    expect(second.output_text).toBe("Rain.");
    expect(asked[1]?.messages).toMatchObject([
      { content: "hi" },
      { content: "Looking." },
      { role: "tool", content: "It rains." },
    ]);
  });

  it("go on statelessly as well, with several calls answered in any order", async () => {
    const two = { toolCalls: ["w1", "w2"].map((id) => ({ id, name: "weather", arguments: { city: id } })) };
    const { client, asked, send } = await start([two, { text: "Rain." }]);
    const first = await client.responses.create({ ...ask, tools: [weather], store: false });
    const outputs = ["w2", "w1"].map((call_id) => ({
      type: "function_call_output" as const,
      call_id,
      output: `of ${call_id}`,
    }));
    const input = [{ role: "user" as const, content: "hi" }, ...first.output, ...outputs];
    const next = await (
      await send("/v1/responses", { body: { model: "m", input, tools: [weather], store: false } })
    ).json();
    expect(next.output[0].content[0].text).toBe("Rain.");
    const answers = asked[1]?.messages.flatMap((message) =>
      message.role === "tool" ? [[message.tool_call_id, message.content]] : [],
    );
    expect(answers).toEqual([
      ["w1", "of w1"],
      ["w2", "of w2"],
    ]);
  });

  it.each([
    ["no answer", "and?", 'No tool output was found for the function call "w1".'],
    [
      "an answer to no call",
      [{ type: "function_call_output", call_id: "x", output: "" }],
      'no tool call waits for an output with the call_id "x"',
    ],
    [
      "two answers",
      ["a", "b"].map((output) => ({ type: "function_call_output", call_id: "w1", output })),
      'input[1]: no tool call waits for an output with the call_id "w1"',
    ],
  ])("are refused with %s", async (_, input, sentence) => {
    const { client, send } = await start([asks()]);
    const first = await client.responses.create({ ...ask, tools: [weather] });
    const refused = await send("/v1/responses", { body: { input, previous_response_id: first.id } });
    expect([refused.status, (await refused.json()).error.param]).toEqual([400, "input"]);
    const again = await send("/v1/responses", { body: { input, previous_response_id: first.id } });
    expect((await again.json()).error.message).toContain(sentence);
  });
});

describe("the form of an answer", () => {
  it("is held, whatever the model writes around it, streamed, read again or not", async () => {
    const schema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
    const text = { format: { type: "json_schema" as const, name: "answer", schema } };
    const steps = [...working.slice(0, 1), { text: 'It is:\n```json\n{"n": 3}\n```' }];
    const { client } = await start([...steps, ...steps]);
    const response = await client.responses.parse({ ...ask, text });
    expect(response.output_parsed).toEqual({ n: 3 });
    expect((await client.responses.retrieve(response.id)).output_text).toBe('{"n":3}');
    const final = await client.responses.stream({ ...ask, text }).finalResponse();
    expect(final.output_text).toBe('{"n":3}');
  });
});

describe("how a response ends", () => {
  it.each([
    ["length", "incomplete", { reason: "max_output_tokens" }],
    ["content_filter", "incomplete", { reason: "content_filter" }],
  ] as const)("%s", async (finishReason, status, incomplete_details) => {
    const { client } = await start([
      { text: "He", finishReason },
      { text: "He", finishReason },
    ]);
    const response = await client.responses.create(ask);
    expect(response).toMatchObject({ status, incomplete_details });
    const events = [];
    for await (const event of await client.responses.create({ ...ask, stream: true })) events.push(event.type);
    expect(events.at(-1)).toBe(`response.${status}`);
  });

  it("in words of the server when it fails", async () => {
    const failing = { error: { code: "http" as const, message: "no key at 10.0.0.1" } };
    const { client, store } = await start([failing, failing]);
    await expect(client.responses.create(ask)).rejects.toThrow("The model's server refused the request.");
    const events = [];
    for await (const event of await client.responses.create({ ...ask, stream: true })) events.push(event);
    const last = events.at(-1);
    expect(last?.type).toBe("response.failed");
    const { error, status, id } = last?.type === "response.failed" ? last.response : { id: "" };
    expect({ error, status }).toEqual({
      status: "failed",
      error: { code: "server_error", message: "The model's server refused the request." },
    });
    expect(JSON.stringify(events)).not.toContain("10.0.0.1");
    expect((await client.responses.retrieve(id)).status).toBe("failed");
    expect(store.threads.list({ channel: "responses" }).threads).toHaveLength(2);
  });

  it("with a tool that fails, and one that ends the run", async () => {
    const breaks = defineTool({
      name: "breaks",
      description: "Breaks.",
      input: { type: "object" },
      allowlist: "all",
      execute: () => Promise.reject(new Error("no")),
    });
    const ends = defineTool({
      name: "ends",
      description: "Ends.",
      input: { type: "object" },
      allowlist: "all",
      execute: () => ({
        output: { type: "text", text: "All done." },
        silent: true,
        isError: false,
        async: false,
        endsRun: true,
      }),
    });
    const { client } = await start(
      [{ toolCalls: [{ id: "a", name: "breaks" }] }, { toolCalls: [{ id: "b", name: "ends" }] }],
      { tools: [breaks, ends] },
    );
    const { output, output_text } = await client.responses.create(ask);
    expect(output.map(({ type, status }: { type: string; status?: unknown }) => [type, status])).toEqual([
      ["mcp_call", "failed"],
      ["mcp_call", "completed"],
      ["message", "completed"],
    ]);
    expect(output_text).toBe("All done.");
    expect(output[0]).toMatchObject({ output: null, error: { type: "mcp_tool_execution_error" } });
  });

  it("when its client leaves: its run is stopped", async () => {
    const { model } = heldModel();
    const { client, store } = await start([], { model });
    const stream = await client.responses.create({ ...ask, stream: true });
    let id = "";
    for await (const event of stream) {
      if (event.type === "response.created") id = event.response.id;
      if (event.type === "response.output_text.delta") break;
    }
    await expect.poll(() => store.threads.list({ channel: "responses" }).threads[0]?.status).toBe("idle");
    expect((await client.responses.retrieve(id)).status).toBe("cancelled");
  });

  it("later, in the background, or when it is cancelled", async () => {
    const ran: string[] = [];
    const deploy = { toolCalls: [{ id: "a", name: "deploy", arguments: { to: "x" } }] };
    const { client, send } = await start([deploy, { text: "Deployed." }, deploy], { tools: [askingTool(ran)] });
    const begun = await client.responses.create({ ...ask, background: true });
    expect(begun).toMatchObject({ status: "in_progress", output: [] });
    let approvalId = "";
    await expect
      .poll(async () => (approvalId = (await (await send("/api/approvals")).json()).approvals[0]?.approvalId))
      .toBeTypeOf("string");
    const next = client.responses.create({ ...ask, previous_response_id: begun.id });
    await expect(next).rejects.toMatchObject({ status: 409 });
    await expect(client.responses.delete(begun.id)).rejects.toMatchObject({ status: 409 });
    await send(`/api/approvals/${approvalId}`, { body: { approve: true } });
    await expect.poll(async () => (await client.responses.retrieve(begun.id)).status).toBe("completed");
    expect((await client.responses.retrieve(begun.id)).output_text).toBe("Deployed.");
    await expect(client.responses.cancel(begun.id)).rejects.toThrow(
      "A response that is completed cannot be cancelled.",
    );
    const other = await client.responses.create({ ...ask, background: true });
    await expect.poll(async () => (await (await send("/api/approvals")).json()).approvals.length).toBe(1);
    expect(await client.responses.cancel(other.id)).toMatchObject({ status: "cancelled" });
    expect((await client.responses.cancel(other.id)).status).toBe("cancelled");
  });

  it("when its server is killed: the next one ends it", async () => {
    const { model } = heldModel();
    const first = await start([], { model });
    const begun = await first.client.responses.create({ ...ask, background: true });
    // What a model has said so far is stored now and then.
    await expect.poll(async () => (await first.client.responses.retrieve(begun.id)).output).toHaveLength(1);
    await first.close();
    const second = await start([{ text: "Once more." }], { file: first.file });
    await expect.poll(async () => (await second.client.responses.retrieve(begun.id)).status).toBe("failed");
    expect(await second.client.responses.retrieve(begun.id)).toMatchObject({
      error: { code: "server_error", message: expect.stringContaining("The server ended") },
      completed_at: null,
      output: [{ type: "message", status: "incomplete" }],
    });
    await expect(second.client.responses.cancel(begun.id)).rejects.toThrow("that is failed cannot be cancelled");
    const next = await second.client.responses.create({ ...ask, previous_response_id: begun.id });
    expect(next.status).toBe("completed");
  });

  it("when it is deleted, with the journal that no other response needs", async () => {
    const { client, store } = await start(["One.", "Two."].map((text) => ({ text })));
    const first = await client.responses.create(ask);
    const second = await client.responses.create({ ...ask, previous_response_id: first.id });
    await client.responses.delete(first.id);
    await expect(client.responses.retrieve(first.id)).rejects.toMatchObject({ status: 404 });
    expect((await client.responses.retrieve(second.id)).output_text).toBe("Two.");
    await client.responses.delete(second.id);
    expect(store.threads.list({ channel: "responses" }).threads).toEqual([]);
    await expect(client.responses.delete(second.id)).rejects.toMatchObject({ status: 404 });
  });
});

describe("a request for a response", () => {
  it("has its options reach the provider", async () => {
    const { client, asked } = await start([{ text: "Hello." }]);
    await client.responses.create({
      ...ask,
      temperature: 0.5,
      top_p: 0.9,
      max_output_tokens: 9,
      reasoning: { effort: "low" },
      text: { verbosity: "low" },
      parallel_tool_calls: false,
      tool_choice: "none",
    });
    expect(asked[0]).toMatchObject({
      temperature: 0.5,
      top_p: 0.9,
      maxTokens: 9,
      reasoning_effort: "low",
      verbosity: "low",
      parallel_tool_calls: false,
      toolChoice: "none",
    });
  });

  it("may hold images, developer messages, refusals and empty parts of history", async () => {
    const { client, asked } = await start([{ text: "Hello." }]);
    const input: OpenAI.Responses.ResponseInput = [
      { role: "developer", content: "Be brief." },
      {
        role: "user",
        content: [
          { type: "input_text", text: "What?" },
          { type: "input_image", detail: "auto", image_url: "data:image/png;base64,AA==" },
        ],
      },
      {
        type: "message",
        role: "assistant",
        id: "msg_x",
        status: "completed",
        content: [{ type: "refusal", refusal: "No." }],
      },
      { role: "user", content: "Why?" },
    ];
    await client.responses.create({ model: "m", input });
    expect(asked[0]?.messages).toEqual([
      { role: "system", content: "Be brief." },
      {
        role: "user",
        content: [
          { type: "text", text: "What?" },
          { type: "image", mediaType: "image/png", data: "AA==" },
        ],
      },
      { role: "assistant", content: "No." },
      { role: "user", content: "Why?" },
    ]);
  });

  it.each<[string, unknown, string]>([
    ["conversation", "conv_1", '"conversation" is not kept here'],
    ["prompt", { id: "p" }, '"prompt" names a template'],
    ["include", ["file_search_call.results"], '"include" may hold "reasoning.encrypted_content" only'],
    ["max_tool_calls", 3, '"max_tool_calls" is not counted here'],
    ["top_logprobs", 2, '"top_logprobs" is not given here'],
    ["made_up", 1, 'There is no field "made_up" here'],
    ["tools", [{ type: "function" }], '"tools[0]" has no name'],
    ["tool_choice", { type: "function", name: "x" }, '"tool_choice" names the tool "x"'],
    ["previous_response_id", "resp_x", "Previous response with id 'resp_x' not found."],
    [
      "input",
      [{ type: "computer_call_output" }],
      'input[0]: items of the type "computer_call_output" are not taken here.',
    ],
    ["input", [{ role: "user", content: [{ type: "input_file", file_id: "f" }] }], "Texts and images are taken"],
    [
      "input",
      [{ role: "user", content: [{ type: "input_image", image_url: "http://x/" }] }],
      "images must be data URLs in base64",
    ],
    ["input", [], '"input" is missing.'],
  ])("is refused in the format's form with a %s that cannot be had", async (param, value, sentence) => {
    const { send } = await start([]);
    const response = await send("/v1/responses", { body: { ...ask, [param]: value } });
    const { error } = await response.json();
    expect([response.status, error.type, error.param]).toEqual([400, "invalid_request_error", param]);
    expect(error.message).toContain(sentence);
  });

  it("takes long tools and instructions, which are then not repeated when it is read again", async () => {
    const { client } = await start([{ text: "Hello." }]);
    const instructions = "x".repeat(80_000);
    const response = await client.responses.create({ ...ask, instructions, tools: [weather] });
    expect(response.instructions).toHaveLength(80_000);
    expect(await client.responses.retrieve(response.id)).toMatchObject({
      instructions: null,
      tools: [],
      output_text: "Hello.",
    });
  });

  it("for one whose journal is gone, or that is no id at all, is answered so", async () => {
    const { client, store, send } = await start([{ text: "Hello." }]);
    const { id } = await client.responses.create(ask);
    const [thread] = store.threads.list({ channel: "responses" }).threads;
    if (thread !== undefined) store.threads.delete(thread.conversation);
    for (const gone of [id, "resp_", "x".repeat(5_000), encodeURIComponent("a/../b\u0000")]) {
      expect((await send(`/v1/responses/${gone}`)).status).toBe(404);
      expect((await send(`/v1/responses/${gone}`, { method: "DELETE" })).status).toBe(404);
      expect((await send(`/v1/responses/${gone}/cancel`, { method: "POST" })).status).toBe(404);
    }
    await expect(client.responses.create({ ...ask, previous_response_id: id })).rejects.toThrow("not found");
  });

  it("takes no room from people's threads", async () => {
    const { client, store } = await start([{ text: "Hello." }], { tools: [echoTool] });
    await client.responses.create(ask);
    expect(store.threads.list({ channel: "web" }).threads).toEqual([]);
  });
});
