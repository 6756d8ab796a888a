import { defineTool, runToolLoop, ToolRegistry, toolResult } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import type { ChatResponse } from "./chat-provider.ts";
import { fromChatProvider } from "./from-chat-provider.ts";

const readFile = {
  name: "read_file",
  description: "Read a file.",
  parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  execute: (_: unknown, args: { path?: string }) => toolResult(`Hello from ${args.path}\n`),
};

/** A provider that answers in order and keeps what it was asked. */
function providerOf(answers: readonly (ChatResponse | Error)[]) {
  const requests: { messages: readonly unknown[]; tools: readonly unknown[]; model: string; options: unknown }[] = [];
  return {
    requests,
    async chat(messages: readonly unknown[], tools: readonly unknown[], model: string, options: unknown) {
      requests.push(structuredClone({ messages, tools, model, options }));
      const answer = answers[requests.length - 1] ?? { content: "end", finish_reason: "stop" };
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}

const user = { role: "user", content: "Read /tmp/foo" } as const;
const args = { path: "/tmp/foo" };

describe("a chat provider in the loop", () => {
  it.each<[string, NonNullable<ChatResponse["tool_calls"]>[number]]>([
    [
      "the provider's form",
      { id: "call_abc123", type: "function", function: { name: "read_file", arguments: JSON.stringify(args) } },
    ],
    ["the provider's form with an object", { id: "call_abc123", function: { name: "read_file", arguments: args } }],
    ["the loop's form", { id: "call_abc123", name: "read_file", arguments: args }],
    ["the loop's form with a text", { id: "call_abc123", name: "read_file", arguments: JSON.stringify(args) }],
    ["a text inside a text", { id: "call_abc123", name: "read_file", arguments: JSON.stringify(JSON.stringify(args)) }],
  ])("runs calls in %s, and writes string arguments back", async (_, call) => {
    const provider = providerOf([{ content: "I'll read that.", tool_calls: [call], finish_reason: "tool_calls" }]);
    const model = fromChatProvider(provider, { model: "gpt-4o" });
    const tools = new ToolRegistry([readFile]);
    const result = await runToolLoop({ model, tools, llmOptions: { maxTokens: 4096, temperature: 0.7 } }, [user]);
    expect(result).toMatchObject({ content: "end", iterations: 2, stopReason: "stop" });
    expect(provider.requests[0]).toEqual({
      messages: [user],
      tools: tools.toProviderDefs(),
      model: "gpt-4o",
      options: { max_tokens: 4096, temperature: 0.7 },
    });
    expect(provider.requests[1]?.messages).toEqual([
      user,
      {
        role: "assistant",
        content: "I'll read that.",
        tool_calls: [
          { id: "call_abc123", type: "function", function: { name: "read_file", arguments: JSON.stringify(args) } },
        ],
      },
      { role: "tool", content: "Hello from /tmp/foo\n", tool_call_id: "call_abc123" },
    ]);
  });

  it("offers in the next step what a tool registered in this one", async () => {
    const registry = new ToolRegistry();
    const more = defineTool({
      name: "more",
      description: "",
      input: { type: "object" },
      execute: () => registry.register(readFile),
    });
    registry.register(more);
    const provider = providerOf([{ tool_calls: [{ id: "1", name: "more" }] }]);
    await runToolLoop({ model: fromChatProvider(provider), tools: registry }, [user]);
    expect(provider.requests.map(({ tools }) => tools.length)).toEqual([1, 2]);
  });

  it("ends with the provider's error, and changes nothing of the caller's", async () => {
    const call = { id: "1", name: "read_file", arguments: args };
    const provider = providerOf([{ tool_calls: [call] }, Object.assign(new Error("too many"), { status: 429 })]);
    const messages = [user];
    const result = await runToolLoop(
      { model: fromChatProvider(provider), tools: new ToolRegistry([readFile]) },
      messages,
    );
    expect(result.error).toEqual({ code: "http", status: 429, message: "LLM call failed: too many" });
    expect(messages).toEqual([user]);
  });

  it("calls nothing with maxIterations 0, and tells a model of tools it does not have", async () => {
    const provider = providerOf([{ tool_calls: [{ id: "1", name: "read_file", arguments: args }] }]);
    const model = fromChatProvider(provider);
    expect(await runToolLoop({ model, maxIterations: 0 }, [user])).toMatchObject({
      iterations: 0,
      stopReason: "max_iterations",
    });
    expect(provider.requests).toHaveLength(0);
    await runToolLoop({ model }, [user]);
    expect(provider.requests[1]?.messages.at(-1)).toMatchObject({ role: "tool", tool_call_id: "1", is_error: true });
  });
});

describe("fromChatProvider", () => {
  const final = (answer: ChatResponse | Error) =>
    fromChatProvider(providerOf([answer])).completionStream({ messages: [user] }).final;

  it.each([
    ["", "{}"],
    [null, "{}"],
    ["  ", "{}"],
    ["null", "{}"],
    ["not-json", "not-json"],
    [undefined, "{}"],
  ])("reads the arguments %j as %s", async (given, text) => {
    const { toolCalls } = await final({
      tool_calls: [{ id: "1", name: "f", ...(given === undefined ? {} : { arguments: given }) }],
    });
    expect(toolCalls?.[0]?.function.arguments).toBe(text);
  });

  it("reads what stands beside a form that is there but empty", async () => {
    const { toolCalls } = await final({
      tool_calls: [{ id: "1", name: "f", arguments: args, function: { name: "", arguments: "" } }],
    });
    expect(toolCalls?.[0]?.function).toEqual({ name: "f", arguments: JSON.stringify(args) });
  });

  it("reads the texts of a list of parts, and no number of tokens that is none", async () => {
    const answer = JSON.parse(
      '{"content":[{"type":"text","text":"Hel"},{"type":"image"},null,{"text":"lo"}],"usage":{"prompt_tokens":"3"}}',
    );
    expect(await final(answer)).toMatchObject({
      message: { content: "Hello" },
      usage: { inputTokens: 0, outputTokens: 0 },
    });
    expect((await final(JSON.parse('{"content":{"a":1}}'))).message.content).toBe("");
  });

  it("takes no calls from an answer that was cut off", async () => {
    const cut = await final({ content: "a", tool_calls: [{ id: "1", name: "f" }], finish_reason: "length" });
    expect(cut).toMatchObject({ finishReason: "length", droppedCalls: 1 });
    expect(cut.toolCalls).toBeUndefined();
  });

  it("goes by the calls, not by the finish reason", async () => {
    expect((await final({ tool_calls: [{ id: "1", name: "f" }], finish_reason: "stop" })).finishReason).toBe(
      "tool_calls",
    );
    expect((await final({ content: null, tool_calls: null, finish_reason: "tool_calls" })).finishReason).toBe("stop");
  });

  it("streams the text, and counts tokens", async () => {
    const provider = providerOf([{ content: "Hello", usage: { prompt_tokens: 3, completion_tokens: 1 } }]);
    const { stream, final } = fromChatProvider(provider).completionStream({ messages: [user] });
    const events = [];
    for await (const event of stream) events.push(event);
    expect(events).toEqual([{ type: "text_delta", delta: "Hello" }]);
    expect((await final).usage).toEqual({ inputTokens: 3, outputTokens: 1 });
  });

  it("reads what the provider had in its cache, by whatever name", async () => {
    const answers = [
      { content: "", usage: { prompt_tokens: 9, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 8 } } },
      { content: "", usage: { prompt_tokens: 9, completion_tokens: 1, prompt_cache_hit_tokens: 8 } },
    ];
    for (const answer of answers) {
      const { final } = fromChatProvider(providerOf([answer])).completionStream({ messages: [] });
      expect((await final).usage).toEqual({ inputTokens: 9, outputTokens: 1, cachedInputTokens: 8 });
    }
  });

  it("ends at once when it is stopped, though the provider does not listen", async () => {
    const stop = new AbortController();
    const model = fromChatProvider({ chat: () => new Promise<never>(() => undefined) });
    const { final } = model.completionStream({ messages: [user], signal: stop.signal });
    stop.abort();
    expect((await final).error).toEqual({ code: "aborted", message: "The request was stopped." });
  });

  it.each([
    ["null", "The provider gave no answer."],
    ['"a text"', "The provider gave no answer."],
    ["[]", "The provider gave no answer."],
    ['{"tool_calls":"x"}', "tool_calls is no list."],
    ['{"content":5}', "content is neither a text nor a list of parts."],
    ['{"content":{"text":"x"}}', "content is neither a text nor a list of parts."],
    ['{"choices":[],"id":"x"}', "The answer has neither content nor tool_calls, but choices and id."],
    ['{"message":{"content":"x"}}', "The answer has neither content nor tool_calls, but message."],
    ['{"content":"","toolCalls":[]}', "The answer has toolCalls; here they are tool_calls."],
  ])("an answer that is none is an error, not an exception: %s", async (answer, message) => {
    const model = fromChatProvider({ chat: () => JSON.parse(answer) });
    const { error } = await model.completionStream({ messages: [user] }).final;
    expect(error).toEqual({ code: "internal", message: `LLM call failed: ${message}` });
  });

  it.each(["{}", '{"content":null}', '{"finish_reason":"stop","usage":{}}'])(
    "%s says nothing, and is an answer",
    async (answer) => {
      const model = fromChatProvider({ chat: () => JSON.parse(answer) });
      const { final } = model.completionStream({ messages: [user] });
      expect(await final).toMatchObject({ message: { content: "" }, finishReason: "stop" });
    },
  );

  it("a call that is none has no name", async () => {
    const { toolCalls } = await final(JSON.parse('{"tool_calls":[null,5,{"name":7}]}'));
    expect(toolCalls?.map((call) => call.function)).toEqual(Array(3).fill({ name: "", arguments: "{}" }));
  });
});
