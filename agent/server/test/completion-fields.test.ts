import type { JsonObject, ModelPort } from "@toolwright/core";
import fc from "fast-check";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { stoppingAt } from "../src/routes/v1/request/stop-at.ts";
import { startForOpenAi } from "./support/openai-client.ts";
import { echoTool } from "./support/test-server.ts";

const start: typeof startForOpenAi = (steps, options) =>
  startForOpenAi(steps, { agent: { tools: [echoTool] }, ...options });

const ask = { model: "m", messages: [{ role: "user" as const, content: "hi" }] };
const weather = {
  type: "function" as const,
  function: {
    name: "weather",
    description: "Tells the weather.",
    parameters: {
      type: "object",
      properties: { city: { type: "string" }, days: { type: "integer" } },
      required: ["city"],
    },
  },
};
const asks = (args: JsonObject = { city: "Bergen" }, id = "w1") => ({
  text: "Looking.",
  toolCalls: [{ id, name: "weather", arguments: args }],
});

describe("tools of the client", () => {
  it("are handed out when they are called, and what they say goes on", async () => {
    const { client, asked } = await start([asks(), { text: "Rain." }]);
    const first = await client.chat.completions.create({ ...ask, tools: [weather] });
    const [choice] = first.choices;
    expect(choice?.finish_reason).toBe("tool_calls");
    expect(choice?.message).toEqual({
      role: "assistant",
      content: "Looking.",
      refusal: null,
      tool_calls: [{ id: "w1", type: "function", function: { name: "weather", arguments: '{"city":"Bergen"}' } }],
    });
    expect(asked[0]?.tools?.map((tool) => tool.function.name)).toEqual(["echo", "weather"]);
    const messages = [
      ...ask.messages,
      ...(choice === undefined ? [] : [choice.message]),
      { role: "tool" as const, tool_call_id: "w1", content: "It rains." },
    ];
    const second = await client.chat.completions.create({ ...ask, messages, tools: [weather] });
    expect(second.choices[0]).toMatchObject({ finish_reason: "stop", message: { content: "Rain." } });
    expect(asked[1]?.messages.at(-1)).toEqual({ role: "tool", tool_call_id: "w1", content: "It rains." });
  });

  it("are streamed whole, at the end, behind the text", async () => {
    const { client } = await start([asks()]);
    const chunks = [];
    for await (const chunk of await client.chat.completions.create({ ...ask, tools: [weather], stream: true }))
      chunks.push(chunk);
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join("")).toBe("Looking.");
    expect(chunks.at(-2)?.choices[0]?.delta.tool_calls).toEqual([
      { index: 0, id: "w1", type: "function", function: { name: "weather", arguments: '{"city":"Bergen"}' } },
    ]);
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe("tool_calls");
  });

  it("run through the client's own runner to the end", async () => {
    const { client } = await start([asks(), asks({ city: "Rome" }, "w2"), { text: "Rain and sun." }]);
    const cities: string[] = [];
    const runner = client.chat.completions.runTools({
      ...ask,
      tools: [
        {
          type: "function",
          function: {
            name: "weather",
            description: "Tells the weather.",
            parameters: weather.function.parameters,
            parse: JSON.parse,
            function: async ({ city }: { city: string }) => {
              cities.push(city);
              return "It rains.";
            },
          },
        },
      ],
    });
    expect(await runner.finalContent()).toBe("Rain and sun.");
    expect(cities).toEqual(["Bergen", "Rome"]);
  });

  it("come beside those of the server, which run here in the same step", async () => {
    const both = {
      toolCalls: [
        { id: "e1", name: "echo", arguments: { text: "one" } },
        { id: "w1", name: "weather", arguments: { city: "Bergen" } },
      ],
    };
    const { client } = await start([both]);
    const { choices } = await client.chat.completions.create({ ...ask, tools: [weather] });
    expect(choices[0]?.message.tool_calls?.map(({ id }) => id)).toEqual(["w1"]);
    expect(choices[0]?.message.content).toBeNull();
  });

  it("are never handed arguments that do not fit: the model is told, and tries again", async () => {
    const { client, asked } = await start([asks({ town: "x" }), asks({ city: "Bergen", days: "3" }, "w2")]);
    const { choices } = await client.chat.completions.create({ ...ask, tools: [weather] });
    expect(choices[0]?.message.tool_calls).toMatchObject([
      { id: "w2", function: { arguments: '{"city":"Bergen","days":3}' } },
    ]);
    expect(JSON.stringify(asked[1]?.messages.at(-1))).toContain("city");
  });

  it.each([[undefined], [{}], [{ type: "object", properties: {} }]])("may take nothing: %j", async (parameters) => {
    const { client } = await start([{ toolCalls: [{ id: "n1", name: "now", arguments: {} }] }]);
    const tools = [{ type: "function" as const, function: { name: "now", ...(parameters && { parameters }) } }];
    const { choices } = await client.chat.completions.create({ ...ask, tools });
    expect(choices[0]?.message.tool_calls).toMatchObject([{ function: { name: "now", arguments: "{}" } }]);
  });

  it("need nobody's leave, whatever the policy says of tools: nothing runs here", async () => {
    const policy = { offers: () => false, decide: () => ({ verdict: "deny" as const }) };
    const { client } = await start([asks()], { config: { policy } });
    const { choices } = await client.chat.completions.create({ ...ask, tools: [weather] });
    expect(choices[0]?.finish_reason).toBe("tool_calls");
  });

  it.each([
    ["one name twice", [weather, weather], 'Two tools have the name "weather".'],
    ["a name that no provider takes", [{ ...weather, function: { name: "a b" } }], 'The tool "a b" cannot be offered'],
  ])("are refused with %s", async (_, tools, sentence) => {
    const { client } = await start([]);
    const refusal = client.chat.completions.create({ ...ask, tools });
    await expect(refusal).rejects.toMatchObject({ status: 400, type: "invalid_request_error", param: "tools" });
    await expect(refusal).rejects.toThrow(sentence);
  });
});

describe("tool_choice", () => {
  const named = (name: string) => ({ type: "function" as const, function: { name } });
  const echo = { toolCalls: [{ id: "e1", name: "echo", arguments: { text: "one" } }] };
  it.each([
    ["required, of the client's tools", "required" as const, [weather], ["required", "required"]],
    ["required, of the server's, for the first step", "required" as const, undefined, ["required", undefined]],
    ["none", "none" as const, [weather], ["none", "none"]],
    ["one of the client's tools", named("weather"), [weather], [named("weather"), named("weather")]],
    ["one of the server's, for the first step", named("echo"), undefined, [named("echo"), undefined]],
  ])("may be %s", async (_, tool_choice, tools, wanted) => {
    const { client, asked } = await start([echo, { text: "Done." }]);
    await client.chat.completions.create({ ...ask, tool_choice, ...(tools && { tools }) });
    expect(asked.map(({ toolChoice }) => toolChoice)).toEqual(wanted);
  });

  it("must name a tool that is there", async () => {
    const { client } = await start([]);
    const refusal = client.chat.completions.create({ ...ask, tools: [weather], tool_choice: named("other") });
    await expect(refusal).rejects.toMatchObject({ status: 400, param: "tool_choice" });
    await expect(refusal).rejects.toThrow('"tool_choice" names the tool "other"');
  });
});

describe("response_format", () => {
  const schema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
  const format = { type: "json_schema" as const, json_schema: { name: "answer", strict: true, schema } };

  it("gives JSON that fits, whatever the model writes around it, streamed or not", async () => {
    const fenced = { text: 'Here it is:\n```json\n{"n": 3}\n```\nBye.' };
    const looking = { text: "Looking.", toolCalls: [{ id: "e1", name: "echo", arguments: { text: "one" } }] };
    const { client } = await start([looking, fenced, looking, fenced]);
    const completion = await client.chat.completions.parse({ ...ask, response_format: format });
    expect(completion.choices[0]?.message).toMatchObject({ content: '{"n":3}', parsed: { n: 3 } });
    let text = "";
    for await (const chunk of await client.chat.completions.create({ ...ask, response_format: format, stream: true }))
      text += chunk.choices[0]?.delta.content ?? "";
    expect(text).toBe('{"n":3}');
  });

  it("asks once more for what does not fit, and then fails in words", async () => {
    const { client, asked } = await start([{ text: '{"n":"x"}' }, { text: '{"n":4}' }, { text: "no" }, { text: "no" }]);
    const completion = await client.chat.completions.create({ ...ask, response_format: format });
    expect(completion.choices[0]?.message.content).toBe('{"n":4}');
    expect(JSON.stringify(asked[1]?.messages.at(-1))).toContain("does not fit");
    const failure = client.chat.completions.create({ ...ask, response_format: format });
    await expect(failure).rejects.toThrow("not in the form that was asked for");
  });

  it("must have a schema", async () => {
    const { send } = await start([]);
    for (const schema of [{ type: 5 }, "string", undefined]) {
      const response_format = { type: "json_schema", json_schema: { name: "answer", schema } };
      const response = await send("/v1/chat/completions", { body: { ...ask, response_format } });
      expect([response.status, (await response.json()).error.message]).toEqual([
        400,
        expect.stringContaining("response_format.json_schema.schema"),
      ]);
    }
  });

  it("may be any object, or a text", async () => {
    const { client } = await start([{ text: "[1]" }, { text: '{"a":1}' }, { text: "Hello." }]);
    const json = await client.chat.completions.create({ ...ask, response_format: { type: "json_object" } });
    expect(json.choices[0]?.message.content).toBe('{"a":1}');
    const text = await client.chat.completions.create({ ...ask, response_format: { type: "text" } });
    expect(text.choices[0]?.message.content).toBe("Hello.");
  });

  it("goes with tools of the client", async () => {
    const { client } = await start([asks(), { text: '{"n":1}' }]);
    const { choices } = await client.chat.completions.create({ ...ask, response_format: format, tools: [weather] });
    expect(choices[0]).toMatchObject({ finish_reason: "tool_calls", message: { content: null } });
  });
});

describe("stop", () => {
  it.each([["END"], [["STOP", "END"]]])(
    "ends the text before the sequence, and reaches the provider: %j",
    async (stop) => {
      const { client, asked } = await start([{ text: "One. END Two." }, { text: "One. END Two." }]);
      const { choices } = await client.chat.completions.create({ ...ask, stop });
      expect(choices[0]).toMatchObject({ finish_reason: "stop", message: { content: "One. " } });
      let text = "";
      for await (const chunk of await client.chat.completions.create({ ...ask, stop, stream: true }))
        text += chunk.choices[0]?.delta.content ?? "";
      expect(text).toBe("One. ");
      expect(asked[0]?.stop).toEqual([stop].flat());
    },
  );

  it("cuts a stream where it cuts the whole, however it comes in pieces, and drops calls behind it", async () => {
    const pieces = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 4 }), { maxLength: 8 });
    const sequences = fc.array(fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 3 }), {
      minLength: 1,
      maxLength: 3,
    });
    await fc.assert(
      fc.asyncProperty(pieces, sequences, async (texts, stop) => {
        const content = texts.join("");
        const model = stoppingAt(inPieces(texts), stop);
        const { stream, final } = model.completionStream({ messages: [] });
        let shown = "";
        for await (const event of stream) if (event.type === "text_delta") shown += event.delta;
        const ends = Array.from(content, (_, at) =>
          stop.filter((sequence) => content.slice(0, at + 1).endsWith(sequence)),
        );
        const end = ends.findIndex((found) => found.length > 0);
        const longest = Math.max(0, ...(ends[end] ?? []).map(({ length }) => length));
        const expected = end === -1 ? content : content.slice(0, end + 1 - longest);
        expect([shown, (await final).message.content]).toEqual([expected, expected]);
        expect((await final).finishReason).toBe(end === -1 ? "tool_calls" : "stop");
      }),
    );
  });
});

function inPieces(texts: readonly string[]): ModelPort {
  const toolCalls = [{ id: "a", type: "function", function: { name: "f", arguments: "{}" } }] as const;
  const message = { role: "assistant", content: texts.join(""), tool_calls: toolCalls } as const;
  return {
    name: "pieces",
    completionStream: () => ({
      stream: (async function* () {
        for (const delta of texts) yield { type: "text_delta", delta } as const;
      })(),
      final: Promise.resolve({ message, model: "m", finishReason: "tool_calls", toolCalls }),
    }),
  };
}

describe("other fields", () => {
  it("reach the provider under their own names", async () => {
    const { client, asked } = await start([{ text: "Hello." }]);
    const fields = {
      temperature: 0.5,
      top_p: 0.9,
      seed: 7,
      presence_penalty: 1,
      frequency_penalty: -1,
      logit_bias: { "5": 1 },
    };
    const more = {
      reasoning_effort: "low" as const,
      verbosity: "low" as const,
      max_completion_tokens: 9,
      max_tokens: 4,
      parallel_tool_calls: false,
    };
    await client.chat.completions.create({ ...ask, ...fields, ...more });
    const { max_completion_tokens, max_tokens, ...sent } = more;
    expect(asked[0]).toMatchObject({ ...fields, ...sent, maxTokens: 9 });
  });

  it.each([
    ["n", 2, '"n" must be 1'],
    ["functions", [{ name: "own" }], '"functions" is the former name of "tools"'],
    ["function_call", "auto", '"function_call" is the former name'],
    ["logprobs", true, '"logprobs" is not given here'],
    ["store", true, '"store" must be false'],
    ["modalities", ["text", "audio"], '"modalities" must be ["text"]'],
    ["service_tier", "flex", '"service_tier" has no effect'],
    ["web_search_options", {}, 'There is no field "web_search_options" here'],
    ["made_up", 1, 'There is no field "made_up" here'],
    ["__proto__x", 1, 'There is no field "__proto__x" here'],
    ["constructor", 1, 'There is no field "constructor" here'],
  ])("that mean something else are refused by name: %s", async (param, value, sentence) => {
    const { send } = await start([]);
    const response = await send("/v1/chat/completions", { body: { ...ask, [param]: value } });
    const { error } = await response.json();
    expect([response.status, error.type, error.param]).toEqual([400, "invalid_request_error", param]);
    expect(error.message).toContain(sentence);
  });

  it("may be null, or labels, or have the one value that means nothing", async () => {
    const { client } = await start([{ text: "Hello." }]);
    const nothing = {
      n: 1,
      store: false,
      logprobs: false,
      stop: null,
      service_tier: "auto" as const,
      tool_choice: "auto" as const,
    };
    const labels = { user: "ada", metadata: { a: "b" }, safety_identifier: "x", prompt_cache_key: "y" };
    const { choices } = await client.chat.completions.create({ ...ask, ...nothing, ...labels });
    expect(choices[0]?.message.content).toBe("Hello.");
  });

  it("that the model cannot be sent are refused by name, too", async () => {
    const message = "llmOptions.logit_bias cannot be sent through the AI SDK.";
    const { client } = await start([{ error: { code: "internal", message } }]);
    const refusal = client.chat.completions.create({ ...ask, logit_bias: { "5": 1 } });
    await expect(refusal).rejects.toMatchObject({ status: 400, param: "logit_bias" });
    await expect(refusal).rejects.toThrow('The model here cannot be sent "logit_bias"');
  });
});

describe("a refusal under /v1", () => {
  it("has the format's form, whoever refuses", async () => {
    const { url, send } = await start([]);
    const stranger = new OpenAI({ apiKey: "wrong", baseURL: `${url}/v1`, maxRetries: 0 });
    await expect(stranger.models.list()).rejects.toMatchObject({
      status: 401,
      code: "invalid_api_key",
      type: "authentication_error",
    });
    const missing = await send("/v1/nothing");
    expect([missing.status, await missing.json()]).toEqual([
      404,
      { error: { message: "There is nothing here.", type: "invalid_request_error", param: null, code: null } },
    ]);
    const broken = await send("/v1/chat/completions", { body: "{" });
    expect([broken.status, (await broken.json()).error.message]).toEqual([400, "The body is not JSON."]);
  });
});
