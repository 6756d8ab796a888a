import { describe, expect, it, vi } from "vitest";
import { run, user } from "../../test/looping.ts";
import { toolOf } from "../../test/making.ts";
import { WrittenModel, watched } from "../../test/support.ts";
import { ToolRegistry } from "../faces/tool-registry.ts";
import type { Message } from "../model/messages.ts";
import { secret } from "../secrets/secret.ts";
import type { Tool } from "../tool/tool.ts";
import { runToolLoop } from "./tool-loop.ts";

describe("runToolLoop", () => {
  it("sums what model calls cost, where a provider says so, and is silent about it otherwise", async () => {
    const steps = [
      { calls: [{ name: "look" }], costUsd: 0.25 },
      { calls: [{ name: "look" }] },
      { text: "fine", costUsd: 0.5 },
    ];
    expect((await run(steps)).usage).toEqual({ inputTokens: 3, outputTokens: 3, costUsd: 0.75 });
    expect((await run([{ text: "fine" }])).usage).toEqual({ inputTokens: 1, outputTokens: 1 });
  });

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

  it("keeps arguments that were mended as JSON in the history, since no provider takes their text", async () => {
    const texts = ['{"path":"a\nb"}', '```json\n{"path":"a\\nb"}\n```'];
    const calls = texts.map((args) => ({ name: "look", args }));
    const { model, messages } = await run([{ calls }, { text: "ok" }], { tools: [toolOf("look", ({ path }) => path)] });
    const written = { function: { name: "look", arguments: String.raw`{"path":"a\nb"}` } };
    expect(model.requests[1]?.messages[1]).toMatchObject({ tool_calls: [written, written] });
    expect(messages.slice(2, 4).map(({ content }) => content)).toEqual(["a\nb", "a\nb"]);
  });

  it("runs a call whose arguments an adapter in plain JavaScript gives as an object", async () => {
    const written = new WrittenModel([{ calls: [{ name: "look", args: { path: "a" } }] }, { text: "ok" }]);
    const completionStream: WrittenModel["completionStream"] = (params) => {
      const { stream, final } = written.completionStream(params);
      return { stream, final: final.then((result) => JSON.parse(JSON.stringify(result), withObjects)) };
    };
    const withObjects = (key: string, value: unknown) => (key === "arguments" ? JSON.parse(String(value)) : value);
    const tools = [toolOf("look", ({ path }) => path)];
    const { messages } = await runToolLoop({ model: { name: "plain", completionStream }, tools }, user);
    expect(messages[2]?.content).toBe("a");
    expect(messages[1]).toMatchObject({ tool_calls: [{ function: { arguments: '{"path":"a"}' } }] });
  });

  it("writes arguments that a caller's history has as an object as the text that providers take", async () => {
    const model = new WrittenModel([{ text: "ok" }]);
    const args: unknown = { path: "a" };
    const history = [
      {
        role: "assistant",
        content: "",
        tool_calls: [{ id: "c1", type: "function", function: { name: "look", arguments: args } }],
      },
      { role: "tool", tool_call_id: "c1", content: "seen" },
    ];
    await Reflect.apply(runToolLoop, undefined, [{ model }, history]);
    expect(model.requests[0]?.messages[0]).toMatchObject({ tool_calls: [{ function: { arguments: '{"path":"a"}' } }] });
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

  it("has no tools where null stands for them, as nil does elsewhere", async () => {
    const model = new WrittenModel([{ text: "fine" }]);
    const config = JSON.parse('{ "tools": null }');
    expect(await runToolLoop({ ...config, model }, user)).toMatchObject({ content: "fine", stopReason: "stop" });
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

  describe("with a tool that an earlier call of the step registers again", () => {
    const old = toolOf("late", () => "old");
    const anew = toolOf("late", () => "new");
    const both = { calls: [{ name: "install" }, { name: "late" }] };
    const installing = () => {
      const registry = new ToolRegistry([old]);
      registry.register(toolOf("install", () => registry.register(anew)));
      return registry;
    };
    const late = (messages: readonly Message[]) => messages[3]?.content;

    it("runs what is registered now", async () => {
      const { messages } = await run([both], { tools: installing() });
      expect(late(messages)).toBe("new");
    });

    it("keeps to a tool that only the step brought", async () => {
      const own = toolOf("late", () => "of the step");
      const { messages } = await run([both], {
        tools: installing(),
        prepareStep: ({ tools }) => ({ tools: [...tools.filter(({ name }) => name !== "late"), own] }),
      });
      expect(late(messages)).toBe("of the step");
    });

    it("does not run a version that the policy does not offer", async () => {
      const policy = { offers: (tool: Tool) => tool !== anew, decide: () => ({ verdict: "allow" }) as const };
      const { messages } = await run([both], { tools: installing(), policy });
      expect(late(messages)).toContain("Error [inactive_tool]");
    });
  });
});
