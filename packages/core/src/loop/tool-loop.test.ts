import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { deferred, toolOf } from "../../test/making.ts";
import { type Answer, KeptLog, WrittenModel, wait, watched } from "../../test/support.ts";
import type { Message } from "../model/messages.ts";
import type { Completion, LlmCompletionResult, ModelPort } from "../model/model-port.ts";
import { ToolRegistry } from "../registry/tool-registry.ts";
import { secret } from "../secrets/secret.ts";
import { defineTool } from "../tool/define-tool.ts";
import { runToolLoop } from "./tool-loop.ts";
import type { ToolLoopConfig } from "./tool-loop-config.ts";

const user = [{ role: "user", content: "go" }] as const;
const look = toolOf("look", () => "seen", { effects: "read" });

async function run(
  answers: readonly Answer[] | ((n: number) => Answer),
  extra: Partial<ToolLoopConfig> = {},
  input: readonly Message[] = user,
) {
  const { activity, events, journal } = watched();
  const model = new WrittenModel(answers);
  const logger = new KeptLog();
  const result = await runToolLoop({ model, tools: [look], activity, logger, ...extra }, input);
  return { ...result, model, events, journal, logger, types: events.map(({ type }) => type) };
}

const port = (completion: () => Completion): ModelPort => ({ name: "mine", completionStream: completion });
async function* silent() {}

describe("runToolLoop", () => {
  it("calls the model until it asks for nothing, and gives the whole history", async () => {
    const result = await run([{ text: "let me look", calls: [{ id: "a", name: "look" }] }, { text: "all is well" }]);
    expect(result).toMatchObject({
      content: "all is well",
      iterations: 2,
      stopReason: "stop",
      usage: { inputTokens: 2, outputTokens: 2 },
    });
    expect(result.messages).toEqual([
      ...user,
      {
        role: "assistant",
        content: "let me look",
        tool_calls: [{ id: "a", type: "function", function: { name: "look", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "a", content: "seen" },
      { role: "assistant", content: "all is well" },
    ]);
    expect(result.model.requests[1]?.messages).toEqual(result.messages.slice(0, 3));
    expect(result.types.filter((type) => type !== "text_delta")).toEqual([
      "run_start",
      "step_start",
      "assistant_message",
      "tool_call_start",
      "tool_call_end",
      "step_end",
      "step_start",
      "assistant_message",
      "step_end",
      "done",
    ]);
  });

  it("stores the assistant message before any call runs", async () => {
    const { activity, journal } = watched();
    let stored = false;
    const tool = toolOf("tool", () => {
      stored = journal.events.some(({ type }) => type === "assistant_message");
    });
    await runToolLoop({ model: new WrittenModel([{ calls: [{ name: "tool" }] }]), tools: [tool], activity }, user);
    expect(stored).toBe(true);
  });

  it("offers no tools where there are none, and refuses calls to them", async () => {
    const { model, messages } = await run([{ calls: [{ name: "look" }] }], { tools: [] });
    expect(model.requests[0]).not.toHaveProperty("tools");
    expect(messages[2]?.content).toContain("No tools are available.");
  });

  it("passes on the options of the model", async () => {
    const { model } = await run([{ text: "x" }], { llmOptions: { temperature: 0, maxTokens: 9, toolChoice: "auto" } });
    expect(model.requests[0]).toMatchObject({ temperature: 0, maxTokens: 9, toolChoice: "auto" });
  });

  it("keeps the model's own argument text, and `{}` where it cannot stand", async () => {
    const { messages, events } = await run([
      {
        calls: [
          { name: "look", args: '{ "b":1,  "a":2 }' },
          { name: "look", args: '{"a":' },
          { name: "look", args: "[1]" },
          { name: "look", args: '{"half":"\\ud800"}' },
        ],
      },
    ]);
    const [, asked] = messages;
    const texts = asked?.role === "assistant" ? asked.tool_calls?.map((call) => call.function.arguments) : [];
    expect(texts?.slice(0, 3)).toEqual(['{ "b":1,  "a":2 }', "{}", "{}"]);
    expect(JSON.parse(texts?.[3] ?? "")).toEqual({ half: "\ufffd" });
    expect(events.find(({ type }) => type === "assistant_message")?.data).toHaveProperty("unreadable.length", 2);
  });

  it("masks secrets on the way in and out, but not in what the provider wants back", async () => {
    const word = "correct-horse-battery";
    const input: Message[] = [
      { role: "user", content: [{ type: "text", text: word }] },
      { role: "assistant", content: word, providerState: { signature: word } },
    ];
    const execute = vi.fn((_: unknown) => word);
    const options = { secrets: [secret("vault", word)], tools: [toolOf("tool", execute)] };
    const { model, events, messages } = await run(
      [{ text: word, calls: [{ name: "tool", args: { word } }] }],
      options,
      input,
    );
    expect(execute.mock.calls[0]?.[0]).toEqual({ word });
    const { providerState, ...rest } = { providerState: undefined, ...messages[1] };
    expect(providerState).toEqual({ signature: word });
    expect(JSON.stringify([rest, messages.slice(2), messages[0]])).not.toContain(word);
    const requests = model.requests.map((request) =>
      request.messages.filter((message) => !("providerState" in message)),
    );
    expect(JSON.stringify(requests)).not.toContain(word);
    expect(JSON.stringify(events.filter(({ type }) => type !== "run_start"))).not.toContain(word);
  });

  it("closes the caller's history, with a warning for each change, and changes nothing of it", async () => {
    const input: Message[] = [{ role: "tool", tool_call_id: "orphan", content: "x" }, ...user];
    const { model, events } = await run([{ text: "x" }], {}, input);
    expect(model.requests[0]?.messages).toEqual(user);
    expect(events.filter(({ type }) => type === "warning")).toHaveLength(1);
    expect(input).toHaveLength(2);
  });

  it("takes the null that OpenAI's histories hold beside calls", async () => {
    const input: Message[] = JSON.parse(
      '[{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"look","arguments":""}}]},{"role":"tool","tool_call_id":"a","content":"x"}]',
    );
    const { stopReason, model } = await run([{ text: "x" }], {}, input);
    expect(stopReason).toBe("stop");
    expect(model.requests[0]?.messages[0]).toMatchObject({
      content: "",
      tool_calls: [{ function: { arguments: "{}" } }],
    });
  });

  it("takes no id twice in a conversation", async () => {
    const first = await run([{ calls: [{ id: "a", name: "look" }] }]);
    const second = await run([{ calls: [{ id: "a", name: "look", args: { n: 2 } }] }], {}, [
      ...first.messages,
      ...user,
    ]);
    const ids = second.messages.flatMap((message) => (message.role === "tool" ? [message.tool_call_id] : []));
    expect(new Set(ids).size).toBe(2);
  });
});

describe("a run stops", () => {
  const endsRun = toolOf("finish", () => ({
    output: { type: "text", text: "the last word" },
    silent: false,
    isError: false,
    async: false,
    endsRun: true,
  }));

  it("with done when a tool ends it, after all calls of its step", async () => {
    const after = vi.fn(() => "ran");
    const tools = [endsRun, toolOf("after", after)];
    const result = await run([{ text: "bye", calls: [{ name: "finish" }, { name: "after" }] }], { tools });
    expect(result).toMatchObject({ stopReason: "done", content: "the last word", iterations: 1 });
    expect(after).toHaveBeenCalledTimes(1);
    expect(result.messages).toHaveLength(4);
  });

  it("with max_iterations, and no call is left unanswered", async () => {
    const result = await run((n) => ({ calls: [{ name: "look", args: { n } }] }), { maxIterations: 3 });
    expect(result).toMatchObject({ stopReason: "max_iterations", iterations: 3 });
    expect(result.messages.filter(({ role }) => role === "tool")).toHaveLength(3);
    const none = await run([{ text: "never" }], { maxIterations: 0 });
    expect(none).toMatchObject({ stopReason: "max_iterations", iterations: 0, messages: user });
    expect(none.model.requests).toEqual([]);
    expect(none.types).toEqual(["run_start", "done"]);
    const standard = await run((n) => ({ calls: [{ name: "look", args: { n } }] }));
    expect(standard.iterations).toBe(50);
  });

  it("with length; when calls were lost, the model is told once and the run goes on", async () => {
    const cut = { text: "cut", finishReason: "length", droppedCalls: 2 } as const;
    expect(await run([{ text: "cut", finishReason: "length" }])).toMatchObject({
      stopReason: "length",
      iterations: 1,
      content: "cut",
    });
    const told = await run([cut, { text: "shorter" }]);
    expect(told).toMatchObject({ stopReason: "stop", iterations: 2 });
    expect(told.model.requests[1]?.messages.at(-1)).toMatchObject({
      role: "user",
      content: expect.stringContaining("2 tool calls"),
    });
    expect(await run([cut, cut])).toMatchObject({ stopReason: "length", iterations: 2 });
  });

  it("with content_filter and with error, and says why", async () => {
    expect(await run([{ text: "no", finishReason: "content_filter" }])).toMatchObject({ stopReason: "content_filter" });
    const failed = await run([{ calls: [{ name: "look" }] }, { finishReason: "error" }]);
    expect(failed).toMatchObject({
      stopReason: "error",
      error: { code: "http", message: "scripted failure" },
      iterations: 2,
    });
    expect(failed.messages).toHaveLength(3);
    expect(failed.types.slice(-2)).toEqual(["error", "done"]);
  });

  it("with denied when a person refuses without a reason", async () => {
    const asks = toolOf("asks", () => "ran", { requiresConfirmation: true });
    const approver = {
      approve: async ({ approvalId }: { approvalId: string }) => ({ approvalId, approve: false }) as const,
    };
    const result = await run([{ calls: [{ name: "asks" }, { name: "look" }] }], { tools: [asks, look], approver });
    expect(result).toMatchObject({ stopReason: "denied", iterations: 1 });
    expect(result.messages.slice(2).map(({ content }) => String(content).slice(0, 23))).toEqual([
      "Error [approval_denied]",
      "Error [skipped]: The us",
    ]);
  });

  it("with aborted: before it begins, in a model call, in a call, in prepareStep", async () => {
    const before = await run([{ text: "never" }], { signal: AbortSignal.abort() });
    expect(before).toMatchObject({ stopReason: "aborted", iterations: 0 });
    expect(before.types).toEqual(["run_start", "done"]);
    const never = deferred<LlmCompletionResult>();
    const deaf = port(() => ({ stream: silent(), final: never.promise }));
    const hangs = toolOf("hangs", () => new Promise(() => undefined));
    const inCall = new WrittenModel([{ calls: [{ name: "hangs" }] }]);
    const stuck = () => new Promise<undefined>(() => undefined);
    for (const extra of [{ model: deaf }, { model: inCall, tools: [hangs] }, { prepareStep: stuck }]) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 5);
      const started = performance.now();
      const { stopReason, types } = await run([{ text: "x" }], { ...extra, signal: controller.signal });
      expect(stopReason).toBe("aborted");
      expect(types.at(-1)).toBe("done");
      expect(performance.now() - started).toBeLessThan(500);
    }
  });

  it("asks no model that it was told not to ask", async () => {
    const controller = new AbortController();
    const prepareStep = () => controller.abort();
    const { model, stopReason } = await run([{ text: "x" }], { prepareStep, signal: controller.signal });
    expect([stopReason, model.requests.length]).toEqual(["aborted", 0]);
  });
});

describe("a model that breaks its word", () => {
  const message = { role: "assistant", content: "x" } as const;
  const broken: [string, () => Completion][] = [
    [
      "throws at once",
      () => {
        throw new Error("no sk-abcdefghijklmnopqrstuvwxyz0123456789");
      },
    ],
    ["rejects", () => ({ stream: silent(), final: Promise.reject(new Error("no")) })],
    [
      "throws in its stream",
      () => ({
        stream: (async function* () {
          yield* [];
          throw new Error("no");
        })(),
        final: Promise.resolve({ message, model: "m", finishReason: "stop" }),
      }),
    ],
    ["gives nothing", () => JSON.parse("null")],
    ["ends with nothing", () => ({ stream: silent(), final: Promise.resolve(JSON.parse("null")) })],
    [
      "asks for nonsense",
      () => ({
        stream: silent(),
        final: Promise.resolve(JSON.parse('{"finishReason":"tool_calls","toolCalls":[null,{}],"message":{}}')),
      }),
    ],
    [
      "streams nonsense",
      () => ({
        stream: (async function* () {
          yield JSON.parse('{"type":"text_delta"}');
        })(),
        final: Promise.resolve({ message, model: "m", finishReason: "stop" }),
      }),
    ],
  ];

  it.each(broken)("and %s ends the run, which says so", async (_, completion) => {
    const result = await run([], { model: port(completion) });
    expect(["error", "stop"]).toContain(result.stopReason);
    expect(result.types.filter((type) => type === "done")).toHaveLength(1);
    expect(result.types.at(-1)).toBe("done");
    expect(JSON.stringify([result.events, result.error, result.logger.lines])).not.toContain("sk-abc");
  });

  it("cannot leak a secret through its error", async () => {
    const error = { code: "http", message: "invalid key sk-abcdefghijklmnopqrstuvwxyz0123456789 \ud800" } as const;
    const model = port(() => ({
      stream: silent(),
      final: Promise.resolve({ message, model: "m", finishReason: "error", error }),
    }));
    const { events, error: told } = await run([], { model });
    expect(JSON.stringify([events, told])).not.toMatch(/sk-abc|\\ud800/);
    expect(told?.code).toBe("http");
  });

  it("shows no half characters and no secrets while it streams", async () => {
    const call = { index: 0, id: "\ud800", function: { name: "\ud800look", arguments: '{"a":"\ud83d' } };
    const rest = { index: 0, function: { arguments: '\ude00"}' } };
    const model = port(() => ({
      stream: (async function* () {
        yield { type: "tool_call_delta", delta: call } as const;
        yield { type: "tool_call_delta", delta: rest } as const;
        yield { type: "text_delta", delta: "\ud83d" } as const;
        yield { type: "text_delta", delta: "\ude00" } as const;
      })(),
      final: Promise.resolve({ message, model: "m", finishReason: "stop" }),
    }));
    const { events } = await run([], { model });
    expect(JSON.stringify(events)).not.toMatch(/\\ud[89a-f]/i);
    const text = events.flatMap((event) => (event.type === "text_delta" ? [event.data.delta] : [])).join("");
    expect(text).toBe("\u{1f600}");
  });
});

describe("prepareStep", () => {
  const hidden = toolOf("hidden", () => "from hidden", { effects: "read" });

  it("replaces the messages of its step only, made legal", async () => {
    const seen: number[] = [];
    const { model, messages, events } = await run([{ calls: [{ name: "look" }] }, { text: "end" }], {
      prepareStep({ step, messages: history }) {
        seen.push(step, history.length);
        if (step > 0) return undefined;
        return {
          messages: [
            { role: "system", content: "only now" },
            { role: "tool", tool_call_id: "x", content: "x" },
          ],
        };
      },
    });
    expect(seen).toEqual([0, 1, 1, 3]);
    expect(model.requests[0]?.messages).toEqual([{ role: "system", content: "only now" }]);
    expect(model.requests[1]?.messages).toEqual(messages.slice(0, 3));
    const starts = events.filter((event) => event.type === "step_start");
    expect(starts[0]?.data).toMatchObject({ messages: [{ content: "only now" }] });
    expect(starts[1]?.data).not.toHaveProperty("messages");
    expect(events.filter(({ type }) => type === "warning")).toHaveLength(1);
  });

  it("names the whole active set, of registered and other tools", async () => {
    const { model, messages } = await run(
      [{ calls: [{ name: "hidden" }, { name: "look" }] }, { calls: [{ name: "hidden" }] }],
      {
        prepareStep: ({ step }) => (step === 0 ? { tools: [hidden] } : {}),
      },
    );
    const offered = model.requests.map(({ tools }) => tools?.map((tool) => tool.function.name));
    expect(offered).toEqual([["hidden"], ["look"], ["look"]]);
    const texts = messages.flatMap((message) => (message.role === "tool" ? [String(message.content)] : []));
    expect(texts[0]).toBe("from hidden");
    expect(texts[1]).toMatch(/^Error \[inactive_tool\]/);
    expect(texts[2]).toMatch(/^Error \[unknown_tool\]/);
  });

  it("may offer nothing", async () => {
    const { model } = await run([{ text: "x" }], { prepareStep: () => ({ tools: [] }) });
    expect(model.requests[0]).not.toHaveProperty("tools");
  });

  it.each(["throws", "rejects"])("that %s ends the run with an error", async (how) => {
    const prepareStep = () => {
      if (how === "throws") throw new Error("a bug");
      return Promise.reject(new Error("a bug"));
    };
    const { stopReason, error, types, model } = await run([{ text: "x" }], { prepareStep });
    expect([stopReason, error?.code, types.at(-1), model.requests.length]).toEqual(["error", "internal", "done", 0]);
  });
});

describe("the definitions", () => {
  it("of a tool that is registered during the run go out with the next step", async () => {
    const tools = new ToolRegistry();
    tools.register(toolOf("unlock", () => void tools.register(look)));
    const { model, messages } = await run([{ calls: [{ name: "unlock" }] }, { calls: [{ name: "look" }] }], { tools });
    expect(model.requests.map((request) => request.tools?.length)).toEqual([1, 2, 2]);
    expect(messages[4]?.content).toBe("seen");
  });

  it("are the same bytes in every step, in the order of registering", async () => {
    const zod = defineTool({
      name: "zod",
      description: "",
      input: z.object({ b: z.string(), a: z.number() }),
      execute: () => "",
    });
    const { model } = await run((n) => (n < 3 ? { calls: [{ name: "look", args: { n } }] } : {}), {
      tools: [zod, look],
    });
    const bytes = model.requests.map(({ tools }) => JSON.stringify(tools));
    expect(new Set(bytes).size).toBe(1);
    expect(bytes[0]?.indexOf('"zod"')).toBeLessThan(bytes[0]?.indexOf('"look"') ?? 0);
  });
});

describe("deltas", () => {
  it("far ahead of their completion execute nothing", async () => {
    const gate = deferred<void>();
    const execute = vi.fn(() => "ran");
    const toolCalls = [{ id: "a", type: "function", function: { name: "tool", arguments: '{"n":1}' } }] as const;
    let requests = 0;
    const model = port(() => {
      requests += 1;
      if (requests > 1)
        return {
          stream: silent(),
          final: Promise.resolve({ message: { role: "assistant", content: "end" }, model: "m", finishReason: "stop" }),
        };
      return {
        stream: (async function* () {
          yield {
            type: "tool_call_delta",
            delta: { index: 0, id: "a", function: { name: "tool", arguments: '{"n":1}' } },
          } as const;
        })(),
        final: gate.promise.then(
          () =>
            ({
              message: { role: "assistant", content: "" },
              model: "m",
              finishReason: "tool_calls",
              toolCalls,
            }) as const,
        ),
      };
    });
    const running = run([], { model, tools: [toolOf("tool", execute)] });
    await wait(20);
    expect(execute).not.toHaveBeenCalled();
    gate.resolve();
    const { types } = await running;
    expect(execute).toHaveBeenCalledTimes(1);
    expect(types.indexOf("tool_call_delta")).toBeLessThan(types.indexOf("assistant_message"));
  });
});
