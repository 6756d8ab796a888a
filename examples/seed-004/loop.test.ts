import { ActivityStream, type Message, onUserMessage, runToolLoop, ToolRegistry, userResult } from "@toolwright/core";
import { type ChatProvider, fromChatProvider } from "@toolwright/models";
import { describe, expect, it } from "vitest";

import { logger, named, providing, reading, short, user, wire } from "./trying.ts";

describe("the loop", () => {
  const run = (
    provider: ChatProvider,
    tools: ToolRegistry | undefined,
    more: object = {},
    messages: readonly Message[] = [user],
  ) =>
    runToolLoop(
      { model: fromChatProvider(provider, { model: "gpt-4o" }), ...(tools && { tools }), logger, ...more },
      messages,
      "telegram",
      "chat-42",
    );

  it("is over with an answer without calls", async () => {
    const { provider, asked } = providing({ content: "Hello." });
    const result = await run(provider, new ToolRegistry([reading]));
    expect([result.content, result.iterations, asked.length]).toEqual(["Hello.", 1, 1]);
    expect([asked[0]?.messages, asked[0]?.tools, asked[0]?.model]).toEqual([
      [user],
      new ToolRegistry([reading]).toProviderDefs(),
      "gpt-4o",
    ]);
  });

  it.each([
    ["the provider's", wire("read_file", { path: "/tmp/foo" })],
    ["the short", short("read_file", { path: "/tmp/foo" })],
  ])("takes a call in %s form, and writes the provider's into the history", async (_, response) => {
    const { provider, asked } = providing(
      { ...response, content: "I'll read that file for you." },
      { content: "Done." },
    );
    const result = await run(provider, new ToolRegistry([reading]));
    expect([result.content, result.iterations]).toEqual(["Done.", 2]);
    expect(asked[1]?.messages.slice(1)).toEqual([
      {
        role: "assistant",
        content: "I'll read that file for you.",
        tool_calls: [
          { id: "call_abc123", type: "function", function: { name: "read_file", arguments: '{"path":"/tmp/foo"}' } },
        ],
      },
      { role: "tool", content: "Hello from /tmp/foo\n", tool_call_id: "call_abc123" },
    ]);
  });

  it("answers several calls in order, and an unknown name with an error", async () => {
    const { provider, asked } = providing({
      tool_calls: [
        { id: "1", name: "a", arguments: {} },
        { id: "2", name: "nobody", arguments: {} },
        { id: "3", name: "b", arguments: {} },
      ],
    });
    await run(provider, new ToolRegistry([named("a", () => "A"), named("b", () => "B")]));
    const answers = asked[1]?.messages.filter(({ role }) => role === "tool") as {
      tool_call_id: string;
      content: string;
    }[];
    expect(answers.map(({ tool_call_id }) => tool_call_id)).toEqual(["1", "2", "3"]);
    expect([answers[0]?.content, answers[2]?.content]).toEqual(["A", "B"]);
    expect(answers[1]?.content).toContain("nobody");
  });

  it("stops at its limit, and calls nothing with a limit of 0", async () => {
    const forever = () => providing(...Array.from({ length: 9 }, (_, index) => short("a", { n: index }, `c${index}`)));
    const open = { ...named("a"), parameters: { type: "object", properties: { n: { type: "number" } } } };
    const three = forever();
    expect(await run(three.provider, new ToolRegistry([open]), { maxIterations: 3 })).toMatchObject({
      iterations: 3,
      stopReason: "max_iterations",
    });
    expect(three.asked.length).toBe(3);
    const zero = forever();
    expect(await run(zero.provider, new ToolRegistry([open]), { maxIterations: 0 })).toMatchObject({
      iterations: 0,
      content: "",
    });
    expect(zero.asked).toEqual([]);
  });

  it("runs without tools, also when the model calls one", async () => {
    const { provider, asked } = providing(short("a"), { content: "Sorry." });
    const result = await run(provider, undefined);
    expect([result.content, asked[0]?.tools]).toEqual(["Sorry.", []]);
    expect(asked[1]?.messages.at(-1)).toMatchObject({ role: "tool", tool_call_id: "call_abc123" });
  });

  it("offers in the next round what a tool has registered", async () => {
    const registry = new ToolRegistry();
    registry.register(named("grow", () => registry.register(named("grown")) ?? "ok"));
    const { provider, asked } = providing(short("grow"));
    await run(provider, registry);
    expect(asked.map(({ tools }) => tools.length)).toEqual([1, 2]);
  });

  it("tells every tool the conversation, and leaves the caller's messages alone", async () => {
    const seen: unknown[] = [];
    const messages = [user];
    const { provider } = providing(short("a"));
    await run(
      provider,
      new ToolRegistry([named("a", ({ conversation }) => `${seen.push(conversation)}`)]),
      {},
      messages,
    );
    expect([seen, messages]).toEqual([[{ channel: "telegram", chatId: "chat-42" }], [user]]);
  });

  it("fails with what the provider says", async () => {
    const { provider } = providing(short("a"), new Error("quota"));
    const result = await run(provider, new ToolRegistry([named("a")]));
    expect(result.stopReason).toBe("error");
    expect(result.error?.message).toBe("LLM call failed: quota");
  });

  it("shows the user what is for the user, in the order of the calls", async () => {
    const tools = new ToolRegistry([
      named("loud", () => userResult("loud")),
      named("quiet", () => ({ ...userResult("quiet"), silent: true })),
      named("plain", () => "plain"),
    ]);
    const { provider } = providing({
      tool_calls: ["quiet", "loud", "plain"].map((name, index) => ({ id: String(index), name, arguments: {} })),
    });
    const shown: string[] = [];
    await run(provider, tools, { onUserMessage: ({ text }: { text: string }) => shown.push(text) });
    expect(shown).toEqual(["loud"]);
    const activity = new ActivityStream();
    const heard: string[] = [];
    onUserMessage(activity, ({ text }) => heard.push(text));
    await run(providing(short("loud")).provider, tools, { activity });
    expect(heard).toEqual(["loud"]);
  });

  it("hands every option to the provider", async () => {
    const { provider, asked } = providing();
    const llmOptions = {
      max_tokens: 4096,
      temperature: 0.7,
      top_p: 0.9,
      stop: ["END"],
      seed: 7,
      reasoning_effort: "low",
      frequency_penalty: 0.1,
      own_field: { a: 1 },
    };
    await run(provider, undefined, { llmOptions });
    expect(asked[0]?.options).toEqual(llmOptions);
    const other = providing();
    await run(other.provider, undefined, { llmOptions: { maxTokens: 10, toolChoice: "required" } });
    expect(other.asked[0]?.options).toEqual({ max_tokens: 10, tool_choice: "required" });
  });

  it("names fromChatProvider where it is given the document's literal", async () => {
    const { provider } = providing();
    const literal = {
      provider,
      model: "gpt-4o",
      tools: new ToolRegistry([reading]),
      maxIterations: 10,
      llmOptions: { max_tokens: 4096 },
    };
    const failed = await runToolLoop(literal as never, [user], "c", "1").then(
      ({ error }) => error?.message,
      (error: Error) => error.message,
    );
    expect(failed).toContain("fromChatProvider");
  });

  it("refuses two tools of one name in a list", async () => {
    const { provider } = providing();
    const failed = await runToolLoop(
      { model: fromChatProvider(provider), tools: [named("a"), named("a")], logger } as never,
      [user],
    ).then(
      ({ error }) => error?.message,
      (error: Error) => error.message,
    );
    expect(failed).toContain('"a"');
  });

  it.each([
    ["", {}],
    ["{}", {}],
    ['"{\\"path\\":\\"x\\"}"', { path: "x" }],
  ])("reads arguments %j", async (text, args) => {
    const seen: unknown[] = [];
    const { provider } = providing(wire("a", text));
    const open = {
      ...named("a", (_, given) => `${seen.push(given)}`),
      parameters: { type: "object", properties: { path: { type: "string" } } },
    };
    await run(provider, new ToolRegistry([open]));
    expect(seen).toEqual([args]);
  });

  it("answers arguments that are no JSON, and goes on", async () => {
    const { provider, asked } = providing(wire("a", "{not json"), { content: "I will mend it." });
    expect((await run(provider, new ToolRegistry([named("a")]))).content).toBe("I will mend it.");
    expect(JSON.stringify(asked[1]?.messages)).not.toContain("not json");
  });

  it("keeps a legal history of calls without ids, with the same id, and without arguments or text", async () => {
    const odd = {
      content: null,
      tool_calls: [
        { name: "t", arguments: null },
        { name: "t", arguments: { a: 1 } },
      ],
    };
    const twice = { tool_calls: [2, 3].map((a) => ({ id: "x", name: "t", arguments: { a } })) };
    const { provider, asked } = providing(Object(odd), Object(twice), { content: "end" });
    const tools = new ToolRegistry([named("t", (_, args) => JSON.stringify(args))]);
    expect((await run(provider, tools)).content).toBe("end");
    const messages = asked[2]?.messages ?? [];
    const ids = messages.flatMap((message) =>
      message.role === "assistant" ? (message.tool_calls ?? []).map(({ id }) => id) : [],
    );
    expect(new Set(ids).size).toBe(4);
    const answers = messages.flatMap((message) =>
      message.role === "tool" ? [[message.tool_call_id, message.content]] : [],
    );
    expect(answers).toEqual(ids.map((id, index) => [id, ["{}", '{"a":1}', '{"a":2}', '{"a":3}'][index]]));
  });
});
