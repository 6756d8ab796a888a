import type { LanguageModelV4StreamPart, LanguageModelV4StreamResult, LanguageModelV4Usage } from "@ai-sdk/provider";
import type { ChatDeltaEvent, CompletionStreamParams, LlmCompletionResult, Message } from "@toolwright/core";
import { wrapLanguageModel } from "ai";
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import { describe, expect, it } from "vitest";
import { createAiSdkModel } from "./create-ai-sdk-model.ts";

const user: Message = { role: "user", content: "hi" };
const usage: LanguageModelV4Usage = {
  inputTokens: { total: 7, noCache: 7, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 3, text: 3, reasoning: 0 },
};
type Unified = Extract<LanguageModelV4StreamPart, { type: "finish" }>["finishReason"]["unified"];
const finish = (unified: Unified): LanguageModelV4StreamPart => ({
  type: "finish",
  usage,
  finishReason: { unified, raw: unified },
});
const call = (id: string, input: string): LanguageModelV4StreamPart => ({
  type: "tool-call",
  toolCallId: id,
  toolName: "add",
  input,
});

function answering(...parts: LanguageModelV4StreamPart[]): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    provider: "mock.chat",
    modelId: "m1",
    doStream: async () => ({ stream: convertArrayToReadableStream(parts) }),
  });
}

interface Seen {
  readonly deltas: ChatDeltaEvent[];
  readonly result: LlmCompletionResult;
}

async function seen(model: MockLanguageModelV4, params: Partial<CompletionStreamParams> = {}): Promise<Seen> {
  const port = createAiSdkModel(model, { firstRetryMs: 1 });
  const { stream, final } = port.completionStream({ messages: [user], ...params });
  const deltas: ChatDeltaEvent[] = [];
  for await (const delta of stream) deltas.push(delta);
  return { deltas, result: await final };
}

describe("createAiSdkModel", () => {
  it("names itself after the provider, and refuses what is no model of the AI SDK", () => {
    expect(createAiSdkModel(answering()).name).toBe("mock:m1");
    const old = { specificationVersion: "v2", provider: "p", modelId: "m" };
    expect(() => createAiSdkModel(old)).toThrow(/v4.*v2/);
  });

  it("goes through the middleware of a wrapped model", async () => {
    const asked: unknown[] = [];
    const wrapped = wrapLanguageModel({
      model: answering({ type: "text-start", id: "t" }, { type: "text-delta", id: "t", delta: "hi" }, finish("stop")),
      middleware: {
        specificationVersion: "v4",
        transformParams: async ({ params }) => ({ ...params, temperature: 0.25 }),
        async wrapStream({ doStream, params }) {
          asked.push(params.temperature);
          const { stream, ...others } = await doStream();
          const louder = new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
            transform: (part, out) =>
              out.enqueue(part.type === "text-delta" ? { ...part, delta: part.delta.toUpperCase() } : part),
          });
          return { stream: stream.pipeThrough(louder), ...others };
        },
      },
    });
    const port = createAiSdkModel(wrapped);
    const { message } = await port.completionStream({ messages: [user] }).final;
    expect([port.name, asked, message?.content]).toEqual(["mock:m1", [0.25], "HI"]);
  });

  it("streams text, reasoning and arguments, and gives complete calls", async () => {
    const { deltas, result } = await seen(
      answering(
        { type: "reasoning-start", id: "r" },
        { type: "reasoning-delta", id: "r", delta: "hm" },
        { type: "reasoning-end", id: "r" },
        { type: "text-start", id: "t" },
        { type: "text-delta", id: "t", delta: "I add." },
        { type: "text-end", id: "t" },
        { type: "tool-input-start", id: "c1", toolName: "add" },
        { type: "tool-input-delta", id: "c1", delta: '{"a":' },
        { type: "tool-input-delta", id: "c1", delta: "1}" },
        { type: "tool-input-end", id: "c1" },
        call("c1", '{"a":1}'),
        call("c2", ""),
        finish("tool-calls"),
      ),
    );
    expect(deltas.map((event) => ("delta" in event ? event.delta : event))).toEqual([
      "hm",
      "I add.",
      { index: 0, id: "c1", function: { name: "add" } },
      { index: 0, function: { arguments: '{"a":' } },
      { index: 0, function: { arguments: "1}" } },
      { index: 1, id: "c2", function: { name: "add" } },
      { index: 1, function: { arguments: "{}" } },
    ]);
    expect(result).toMatchObject({
      finishReason: "tool_calls",
      model: "m1",
      usage: { inputTokens: 7, outputTokens: 3 },
      message: { content: "I add." },
      toolCalls: [
        { id: "c1", type: "function", function: { name: "add", arguments: '{"a":1}' } },
        { id: "c2", type: "function", function: { name: "add", arguments: "{}" } },
      ],
    });
  });

  it.each<[Unified, string]>([
    ["length", "length"],
    ["content-filter", "content_filter"],
    ["error", "error"],
    ["interrupted", "error"],
  ])("runs nothing after %s", async (unified, finishReason) => {
    const { result } = await seen(answering(call("c1", "{}"), finish(unified)));
    expect(result).toMatchObject({ finishReason, droppedCalls: 1 });
    expect(result.toolCalls).toBeUndefined();
  });

  it.each<[string, readonly LanguageModelV4StreamPart[], string]>([
    ["stop with complete calls", [call("c1", "{}"), finish("stop")], "tool_calls"],
    ["tool-calls without a call", [finish("tool-calls")], "stop"],
    ["a stream without a finish", [call("c1", "{}")], "error"],
  ])("has calls exactly when it says so: %s", async (_what, parts, finishReason) => {
    const { result } = await seen(answering(...parts));
    expect(result.finishReason).toBe(finishReason);
    expect(result.toolCalls !== undefined).toBe(finishReason === "tool_calls");
  });

  it("keeps two calls apart that have one id, and takes a call that comes twice for one", async () => {
    const parts = [
      call("c1", '{"n":1}'),
      call("c1", '{"n":1}'),
      { type: "tool-input-start", id: "c1", toolName: "add" } as const,
      { type: "tool-input-delta", id: "c1", delta: '{"n":2}' } as const,
      call("c1", '{"n":2}'),
      finish("tool-calls"),
    ];
    const { deltas, result } = await seen(answering(...parts));
    expect(result.toolCalls?.map(({ id, function: { arguments: text } }) => [id, text])).toEqual([
      ["c1", '{"n":1}'],
      ["c1", '{"n":2}'],
    ]);
    const indexes = deltas.flatMap((event) => (event.type === "tool_call_delta" ? [event.delta.index] : []));
    expect(indexes).toEqual([0, 0, 1, 1]);
  });

  it.each(['{"a":', "", "[1]", "7"])(
    "sends a call of the caller's own history whose arguments are %j as one without",
    async (text) => {
      const model = answering(finish("stop"));
      const asked = { id: "c", type: "function", function: { name: "add", arguments: text } } as const;
      const { result } = await seen(model, {
        messages: [
          { role: "assistant", content: "", tool_calls: [asked] },
          { role: "tool", tool_call_id: "c", content: "no" },
        ],
      });
      expect(result.finishReason).toBe("stop");
      expect(model.doStreamCalls[0]?.prompt[0]?.content).toEqual([
        { type: "tool-call", toolCallId: "c", toolName: "add", input: {} },
      ]);
    },
  );

  it("asks for no call that the provider runs itself", async () => {
    const parts = [{ ...call("c1", "{}"), providerExecuted: true }, finish("stop")];
    const { deltas, result } = await seen(answering(...parts.map((part): LanguageModelV4StreamPart => part)));
    expect([deltas, result.finishReason]).toEqual([[], "stop"]);
  });

  it("gives back what the provider keeps on its parts, in order, and to no other model", async () => {
    const signature = { mock: { signature: "s1" } };
    const thought = { mock: { thought: "s2" } };
    const parts: LanguageModelV4StreamPart[] = [
      { type: "reasoning-start", id: "r" },
      { type: "reasoning-delta", id: "r", delta: "hm" },
      { type: "reasoning-end", id: "r", providerMetadata: signature },
      { type: "tool-call", toolCallId: "c1", toolName: "add", input: '{"a":1}', providerMetadata: thought },
      finish("tool-calls"),
    ];
    const { result } = await seen(answering(...parts));
    const renamed = { ...result.toolCalls?.[0], id: "new" };
    const stored: Message = JSON.parse(JSON.stringify({ ...result.message, tool_calls: [renamed] }));
    const messages: Message[] = [user, stored, { role: "tool", tool_call_id: "new", content: "2" }];
    const again = answering(finish("stop"));
    await seen(again, { messages });
    const plainCall = { type: "tool-call", toolCallId: "new", toolName: "add", input: { a: 1 } };
    expect(again.doStreamCalls[0]?.prompt.slice(1)).toEqual([
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "hm", providerOptions: signature },
          { ...plainCall, providerOptions: thought },
        ],
      },
      {
        role: "tool",
        content: [{ type: "tool-result", toolCallId: "new", toolName: "add", output: { type: "text", value: "2" } }],
      },
    ]);
    const other = new MockLanguageModelV4({ doStream: { stream: convertArrayToReadableStream([finish("stop")]) } });
    await seen(other, { messages });
    expect(other.doStreamCalls[0]?.prompt[1]).toEqual({ role: "assistant", content: [plainCall] });
  });

  it("puts tools, choice and limits into the request only when given", async () => {
    const bare = answering(finish("stop"));
    await seen(bare, { tools: [], toolChoice: "required" });
    expect(Object.keys(bare.doStreamCalls[0] ?? {})).toEqual(["prompt", "abortSignal"]);
    const full = answering(finish("stop"));
    const definition = { name: "add", description: "Adds.", parameters: { type: "object" }, strict: true };
    const toolChoice = { type: "function", function: { name: "add" } } as const;
    await seen(full, { tools: [{ type: "function", function: definition }], toolChoice, maxTokens: 9, temperature: 0 });
    expect(full.doStreamCalls[0]).toMatchObject({
      tools: [{ type: "function", name: "add", description: "Adds.", inputSchema: { type: "object" }, strict: true }],
      toolChoice: { type: "tool", toolName: "add" },
      maxOutputTokens: 9,
      temperature: 0,
    });
  });

  it("fails as a value: thrown, reported and cut off", async () => {
    const thrown = new MockLanguageModelV4({ doStream: () => Promise.reject(new Error("no network")) });
    expect((await seen(thrown)).result).toMatchObject({ finishReason: "error", error: { message: "no network" } });
    const reported = answering(
      { type: "text-delta", id: "t", delta: "so far" },
      { type: "error", error: "overloaded" },
    );
    const { deltas, result } = await seen(reported);
    expect(result).toMatchObject({ finishReason: "error", message: { content: "so far" }, error: { code: "http" } });
    expect(deltas.at(-1)).toMatchObject({ type: "error", error: { message: "overloaded" } });
  });

  it("says what an error says that holds itself, as errors of connections do", async () => {
    const error = Object.assign(new Error("overloaded"), { socket: {} });
    Object.assign(error.socket, { error });
    const { result } = await seen(answering({ type: "error", error }));
    expect(result.error?.message).toBe("overloaded");
  });

  it("cuts an answer without an end, which it then reads no further", async () => {
    let [given, isLeft] = [0, false];
    const stream = new ReadableStream<LanguageModelV4StreamPart>({
      pull: (controller) =>
        controller.enqueue({ type: "text-delta", id: "t", delta: (given += 1) === 1 ? "Hello" : "." }),
      cancel: () => {
        isLeft = true;
      },
    });
    const { result } = await seen(new MockLanguageModelV4({ doStream: { stream } }));
    expect([result.finishReason, result.message.content?.slice(0, 7), isLeft]).toEqual(["length", "Hello..", true]);
  });

  it("stops at once when its signal is aborted, read or not", async () => {
    const controller = new AbortController();
    const endless: LanguageModelV4StreamResult = {
      stream: new ReadableStream({ pull: () => new Promise(() => undefined) }),
    };
    const model = new MockLanguageModelV4({ doStream: endless });
    const { final } = createAiSdkModel(model).completionStream({ messages: [user], signal: controller.signal });
    setTimeout(() => controller.abort(), 5);
    expect(await final).toMatchObject({ finishReason: "error", error: { code: "aborted" } });
  });
});
