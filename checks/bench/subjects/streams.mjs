// One tool that streams, and one call whose arguments arrive in small pieces, for each subject.

import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { runAgentLoop } from "@earendil-works/pi-agent-core";
import { createAssistantMessageEventStream } from "@earendil-works/pi-ai";
import { stream as piStream } from "@earendil-works/pi-ai/api/openai-completions";
import { obj } from "@earendil-works/pi-schema";
import { ActivityStream, defineTool, MemoryJournal, runToolLoop } from "@toolwright/core";
import { createLiteLlmModel } from "@toolwright/models";
import { jsonSchema, stepCountIs, streamText, tool } from "ai";
import { MockLanguageModelV4 } from "ai/test";

const CHUNK = "line of tool output\n";
const noUsage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };

/** A tool that emits `count` chunks of 20 characters; every subject is watched by one reader. Gives what was seen. */
export const chunkTools = {
  Toolwright: async (count) => {
    const activity = new ActivityStream(new MemoryJournal());
    let seen = 0;
    activity.subscribe("tool_output_chunk", ({ data }) => {
      seen += data.chunk.length;
    });
    const chatter = defineTool({
      name: "chatter",
      description: "Emits a lot.",
      input: { type: "object" },
      streamsOutput: true,
      execute: (_, ctx) => {
        for (let index = 0; index < count; index += 1) ctx.emitOutput(CHUNK);
        return "done";
      },
    });
    let request = 0;
    const call = { id: "c1", type: "function", function: { name: "chatter", arguments: "{}" } };
    const message = { role: "assistant", content: "" };
    const answers = [
      { message, model: "mock", finishReason: "tool_calls", toolCalls: [call] },
      { message, model: "mock", finishReason: "stop" },
    ];
    const model = {
      name: "mock",
      completionStream: () => ({ stream: (async function* () {})(), final: Promise.resolve(answers[request++]) }),
    };
    await runToolLoop({ model, tools: [chatter], activity }, []);
    return seen;
  },
  "AI SDK 7": async (count) => {
    let request = 0;
    const call = { type: "tool-call", toolCallId: "c1", toolName: "chatter", input: "{}" };
    const finish = (unified) => ({ type: "finish", finishReason: { unified, raw: undefined }, usage: noUsage });
    const answers = [[call, finish("tool-calls")], [finish("stop")]];
    const chatter = tool({
      inputSchema: jsonSchema({ type: "object" }),
      async *execute() {
        for (let index = 0; index < count; index += 1) yield CHUNK;
      },
    });
    const result = streamText({
      model: new MockLanguageModelV4({ doStream: async () => ({ stream: ReadableStream.from(answers[request++]) }) }),
      tools: { chatter },
      stopWhen: stepCountIs(2),
      prompt: "go",
    });
    let seen = 0;
    for await (const part of result.fullStream) {
      if (part.type === "tool-result" && part.preliminary) seen += part.output.length;
    }
    return seen;
  },
  "pi-agent-core": async (count) => {
    let request = 0;
    let seen = 0;
    const answers = [
      piMessage([{ type: "toolCall", id: "c1", name: "chatter", arguments: {} }], "toolUse"),
      piMessage([], "stop"),
    ];
    const chatter = {
      name: "chatter",
      label: "chatter",
      description: "Emits a lot.",
      parameters: obj({}),
      execute: async (_id, _input, _signal, onUpdate) => {
        const details = {};
        for (let index = 0; index < count; index += 1) onUpdate({ content: [{ type: "text", text: CHUNK }], details });
        return { content: [{ type: "text", text: "done" }], details };
      },
    };
    const listen = (event) => {
      if (event.type === "tool_execution_update") seen += event.partialResult.content[0].text.length;
    };
    const reply = () => {
      const stream = createAssistantMessageEventStream();
      const message = answers[request++];
      stream.push({ type: "done", reason: message.stopReason, message });
      return stream;
    };
    const config = { model: { id: "mock", api: "mock", provider: "mock" }, convertToLlm: (messages) => messages };
    const prompt = { role: "user", content: "go", timestamp: 0 };
    await runAgentLoop([prompt], { messages: [], tools: [chatter] }, config, listen, undefined, reply);
    return seen;
  },
};

/** Reads one call from an OpenAI-compatible server; gives the length of its text and how many deltas were shown. */
export const argumentReaders = {
  Toolwright: async (baseUrl) => {
    const { stream, final } = createLiteLlmModel({ baseUrl, model: "m", apiKey: "none" }).completionStream({
      messages: [{ role: "user", content: "go" }],
    });
    let deltas = 0;
    for await (const event of stream) if (event.type === "tool_call_delta") deltas += 1;
    const { toolCalls = [] } = await final;
    return { length: JSON.parse(toolCalls[0].function.arguments).text.length, deltas };
  },
  "AI SDK 7": async (baseUrl) => {
    const provider = createOpenAICompatible({ name: "local", baseURL: baseUrl, apiKey: "none" });
    const write = tool({ inputSchema: jsonSchema({ type: "object" }) });
    const result = streamText({ model: provider("m"), tools: { write }, prompt: "go" });
    let deltas = 0;
    let length = 0;
    for await (const part of result.fullStream) {
      if (part.type === "tool-input-delta") deltas += 1;
      if (part.type === "tool-call") length = part.input.text.length;
    }
    return { length, deltas };
  },
  pi: async (baseUrl) => {
    const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    const model = { id: "m", name: "m", api: "openai-completions", provider: "local", baseUrl, input: ["text"], cost };
    const context = { messages: [{ role: "user", content: "go", timestamp: 0 }] };
    const limits = { reasoning: false, contextWindow: 1e6, maxTokens: 1e6 };
    const events = piStream({ ...model, ...limits }, context, { apiKey: "none" });
    let deltas = 0;
    for await (const event of events) if (event.type === "toolcall_delta") deltas += 1;
    const message = await events.result();
    if (message.errorMessage) throw new Error(message.errorMessage);
    return { length: message.content[0].arguments.text.length, deltas };
  },
};

function piMessage(content, stopReason) {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2, cost };
  return { role: "assistant", content, api: "mock", provider: "mock", model: "mock", usage, stopReason, timestamp: 0 };
}
