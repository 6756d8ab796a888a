import { type AgentSubscriber, buildResumeArray, HttpAgent } from "@ag-ui/client";
import { defineTool, type JsonObject } from "@toolwright/core";
import { scripted } from "@toolwright/models";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { toolOf } from "../../../runtime/core/test/making.ts";
import { scripted as scriptedProgram } from "../../../runtime/core/test/scripted-program.ts";
import { heldModel } from "./support/held-model.ts";
import { askingTool, echoTool, startTestServer, type TestServer, TOKEN } from "./support/test-server.ts";

/** A stock client of AG-UI, which enforces the order of events by itself. */
function agentOf({ url }: Pick<TestServer, "url">, threadId?: string) {
  const threads: (string | null)[] = [];
  const agent = new HttpAgent({
    url: `${url}/api/chat`,
    headers: { authorization: `Bearer ${TOKEN}` },
    ...(threadId !== undefined && { threadId }),
    fetch: async (address, init) => {
      const response = await fetch(address, init);
      threads.push(response.headers.get("x-toolwright-thread"));
      return response;
    },
  });
  let ids = 0;
  const events: { type: string }[] = [];
  const errors: string[] = [];
  const subscriber: AgentSubscriber = {
    onEvent: ({ event }) => void events.push(event),
    onRunErrorEvent: ({ event }) => void errors.push(event.message),
  };
  return {
    agent,
    threads,
    events,
    errors,
    /** The messages that came. */
    say: async (content: string) => {
      agent.addMessage({ id: `u${ids++}`, role: "user", content });
      return (await agent.runAgent({}, subscriber)).newMessages;
    },
    answer: async (payload: JsonObject) => {
      const resolved = agent.pendingInterrupts.map(({ id }) => [id, { status: "resolved" as const, payload }] as const);
      const resume = buildResumeArray(agent.pendingInterrupts, Object.fromEntries(resolved));
      return (await agent.runAgent({ resume }, subscriber)).newMessages;
    },
    run: () => agent.runAgent({}, subscriber),
    texts: () => agent.messages.filter(({ role }) => role === "assistant").map(({ content }) => content ?? ""),
  };
}

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const call = (id: string, name: string, args: JsonObject) => ({ id, name, arguments: args });

describe("HttpAgent of AG-UI", () => {
  it.each([undefined, "my thread/1"])(
    "holds a conversation in one thread, whatever it is called by then (%s)",
    async (threadId) => {
      const warn = vi.spyOn(console, "warn");
      const steps = ["One.", "By the model", "Two.", "Three."].map((text) => ({ text }));
      const server = await startTestServer({ steps, agent: { titles: true } });
      const { agent, say, threads, texts, errors } = agentOf(server, threadId);
      await say("Hi");
      expect([threads, texts()]).toEqual([[agent.threadId], ["One."]]);
      await expect.poll(() => server.store.threads.list({ channel: "web" }).threads[0]?.title).toBe("By the model");
      await say("More");
      server.store.threads.rename({ channel: "web", chatId: agent.threadId }, "By a person");
      await say("And more");
      expect([errors, texts()]).toEqual([[], ["One.", "Two.", "Three."]]);
      expect(new Set(threads)).toEqual(new Set([agent.threadId]));
      expect(server.store.threads.list({ channel: "web" }).threads).toHaveLength(1);
      expect(warn).not.toHaveBeenCalled();
      warn.mockRestore();
    },
  );

  it("shows what a model thinks, calls with their results, what a tool prints, and what was used", async () => {
    const talking = defineTool({
      name: "talk",
      description: "Talks.",
      input: z.object({}),
      allowlist: "all",
      effects: "read",
      streamsOutput: true,
      async execute(_input, { emitOutput }) {
        emitOutput("copying …\n");
        return "copied";
      },
    });
    const usage = { inputTokens: 7, outputTokens: 3, cachedInputTokens: 2 };
    const calls = [call("c1", "echo", { text: "x" }), call("c2", "nothing", {}), call("c3", "talk", {})];
    const steps = [
      { reasoning: "Test first.", text: "On it.", toolCalls: calls, usage },
      { text: "Done.", usage },
    ];
    const { agent, say, events } = agentOf(await startTestServer({ steps, tools: [echoTool, talking] }));
    expect(await say("Go")).toMatchObject([
      { role: "reasoning", content: "Test first." },
      {
        role: "assistant",
        content: "On it.",
        toolCalls: [
          { id: "c1", function: { name: "echo", arguments: '{"text":"x"}' } },
          { id: "c2", function: { name: "nothing" } },
          { id: "c3", function: { name: "talk" } },
        ],
      },
      { role: "tool" },
      { role: "tool" },
      { role: "tool" },
      { role: "assistant", content: "Done." },
    ]);
    const results = agent.messages.flatMap((message) =>
      message.role === "tool" ? [[message.toolCallId, message.content]] : [],
    );
    expect(results.sort()).toEqual([
      ["c1", '{"said":"x"}'],
      ["c2", expect.stringContaining("nothing")],
      ["c3", "copied"],
    ]);
    const printed = { type: "CUSTOM", name: "tool-output", value: { toolCallId: "c3", chunk: "copying …\n" } };
    expect(events).toContainEqual(
      expect.objectContaining({ ...printed, value: expect.objectContaining(printed.value) }),
    );
    expect(events.at(0)).toMatchObject({ type: "RUN_STARTED", protocolVersion: "1.0" });
    expect(events.at(-1)).toMatchObject({
      type: "RUN_FINISHED",
      outcome: { type: "success" },
      usage: [{ inputTokens: 14, outputTokens: 6, cachedInputTokens: 4 }],
    });
  });

  it("answers an interrupt with yes, with other arguments, and goes on in the same thread", async () => {
    const ran: string[] = [];
    const deploy = [
      call("c1", "deploy", { to: "test" }),
      call("c2", "deploy", { to: "stage" }),
      call("c3", "echo", { text: "x" }),
    ];
    const steps = [{ text: "Now.", toolCalls: deploy }, { text: "It is there." }, { text: "Bye." }];
    const server = await startTestServer({ steps, tools: [askingTool(ran), echoTool] });
    const { agent, say, answer, errors, texts } = agentOf(server);
    await say("Deploy");
    expect(ran).toEqual([]);
    expect(agent.pendingInterrupts).toMatchObject([
      {
        reason: "tool_call",
        toolCallId: "c1",
        message: "deploy asks before it runs.",
        expiresAt: expect.stringMatching(/^\d{4}-.*Z$/),
        metadata: { toolwright: { toolName: "deploy", arguments: { to: "test" }, preview: expect.any(String) } },
      },
      { toolCallId: "c2" },
    ]);
    expect(await answer({ approved: true, editedArgs: { to: "prod" } })).toMatchObject([
      { role: "tool", toolCallId: "c1", content: "deployed to prod" },
      { role: "tool", toolCallId: "c2", content: "deployed to prod" },
      { role: "tool", toolCallId: "c3", content: '{"said":"x"}' },
      { role: "assistant", content: "It is there." },
    ]);
    expect([errors, ran, agent.pendingInterrupts]).toEqual([[], ["prod", "prod"], []]);
    await say("Thanks");
    expect(texts()).toEqual(["Now.", "It is there.", "Bye."]);
    expect(server.store.threads.list({ channel: "web" }).threads).toHaveLength(1);
  });

  it("lets more calls of a program run with one answer, as the interrupt says that it may", async () => {
    const ran: string[] = [];
    const execute = scriptedProgram(async ({ call }) => {
      for (const to of ["one", "two", "three"]) await call("deploy", { to });
      return "all";
    });
    const program = toolOf("program", (_, context) => execute(context), {
      allowlist: "all",
      effects: "external",
      replays: true,
    });
    const steps = [
      { toolCalls: [call("p", "program", {})] },
      { toolCalls: [call("c", "deploy", { to: "four" })] },
      { text: "Done." },
    ];
    const server = await startTestServer({ steps, tools: [program, askingTool(ran)] });
    const { agent, say, answer, errors, texts } = agentOf(server);
    await say("Deploy");
    const asked = () => agent.pendingInterrupts.map(({ toolCallId, responseSchema }) => [toolCallId, responseSchema]);
    const toolName = { const: "deploy" };
    const times = { type: "integer", minimum: 1, maximum: 1_000 };
    const more = { type: "object", properties: { toolName, times } };
    expect(asked()).toMatchObject([["p/0", { properties: { approved: {}, more }, required: ["approved"] }]]);
    await answer({ approved: true, more: { toolName: "deploy", times: 2 } });
    expect(ran).toEqual(["one", "two", "three"]);
    expect(asked()).toEqual([["c", expect.not.objectContaining({ properties: { more: expect.anything() } })]]);
    await answer({ approved: true });
    expect([errors, ran, texts().at(-1)]).toEqual([[], ["one", "two", "three", "four"], "Done."]);
  });

  it("answers with no and why, and abandons a question", async () => {
    const ran: string[] = [];
    const ask = (id: string) => ({ toolCalls: [call(id, "deploy", { to: "test" })] });
    const server = await startTestServer({
      steps: [ask("c1"), { text: "Then not." }, ask("c2")],
      tools: [askingTool(ran)],
    });
    const { agent, say, answer, errors, texts } = agentOf(server);
    await say("Deploy");
    await answer({ approved: false, reason: "Not on a Friday." });
    expect(texts().at(-1)).toBe("Then not.");
    await say("Deploy now");
    const resume = agent.pendingInterrupts.map(({ id: interruptId }) => ({
      interruptId,
      status: "cancelled" as const,
    }));
    await agent.runAgent({ resume });
    expect([errors, ran, agent.pendingInterrupts]).toEqual([[], [], []]);
    expect(agent.messages.at(-1)).toMatchObject({
      role: "tool",
      toolCallId: "c2",
      content: expect.stringContaining("refused"),
    });
    expect(JSON.stringify(await (await server.send(`/api/threads/${agent.threadId}/events`)).json())).toContain(
      "Friday",
    );
  });

  it("is told in an event what cannot be answered", async () => {
    const server = await startTestServer({
      steps: [{ toolCalls: [call("c1", "deploy", { to: "test" })] }],
      tools: [askingTool([])],
    });
    const { agent, say, answer, errors, run } = agentOf(server);
    await say("Deploy");
    const [asked] = agent.pendingInterrupts;
    const open = agent.pendingInterrupts.splice(0);
    await say("Never mind");
    expect(errors.splice(0)).toEqual([expect.stringContaining("answer it, or stop it")]);
    agent.pendingInterrupts = open;
    await server.send(`/api/approvals/${asked?.id}`, { body: { approve: false } });
    await answer({ approved: true });
    expect(errors).toEqual([expect.stringContaining("answered before")]);
    agent.pendingInterrupts = [{ id: "made-up", reason: "tool_call" }];
    await answer({ approved: true });
    expect(errors.at(-1)).toContain("no such approval");
    agent.pendingInterrupts = [];
    agent.threadId = "unknown";
    agent.setMessages([
      { id: "u8", role: "user", content: "Hello" },
      { id: "a8", role: "assistant", content: "Hello." },
      { id: "u9", role: "user", content: "And now?" },
    ]);
    await run();
    expect(errors.at(-1)).toContain("does not have the conversation");
  });

  it("sends images", async () => {
    const model = scripted([{ text: "Seen." }]);
    const { agent, run, texts } = agentOf(await startTestServer({ model }));
    const source = { type: "data" as const, value: PIXEL, mimeType: "image/png" };
    agent.addMessage({
      id: "u1",
      role: "user",
      content: [
        { type: "text", text: "Look" },
        { type: "image", source },
      ],
    });
    await run();
    expect(texts()).toEqual(["Seen."]);
    expect(model.requests[0]?.messages.at(-1)?.content).toEqual([
      { type: "text", text: "Look" },
      { type: "image", mediaType: "image/png", data: PIXEL },
    ]);
  });

  it("tells of an error of the model, and goes on after it", async () => {
    const steps = [
      { error: { code: "http", message: "secret-host refused", status: 500 } },
      { text: "Better." },
    ] as const;
    const server = await startTestServer({ steps });
    const { say, errors, texts } = agentOf(server);
    await say("Hi");
    expect(errors).toEqual(["The model's server refused the request."]);
    await say("Again");
    expect(texts()).toEqual(["Better."]);
    expect(server.store.threads.list({ channel: "web" }).threads).toHaveLength(1);
  });

  it("says something again or changes it in a fork, and goes on there", async () => {
    const model = scripted(["1.", "2.", "2 again.", "1 again.", "3."].map((text) => ({ text })));
    const server = await startTestServer({ model });
    const { agent, say, threads, run, texts } = agentOf(server, "the-thread");
    await say("one");
    await say("two");
    agent.setMessages(agent.messages.slice(0, 3));
    await run();
    expect(texts()).toEqual(["1.", "2 again."]);
    agent.setMessages(agent.messages.slice(0, 1));
    await run();
    expect(texts()).toEqual(["1 again."]);
    await say("three");
    expect(texts()).toEqual(["1 again.", "3."]);
    expect(threads.slice(0, 2)).toEqual(["the-thread", "the-thread"]);
    expect(new Set(threads).size).toBe(3);
    expect(threads[4]).toBe(threads[3]);
  });

  it("leaves a run that is stopped by the name of its thread", async () => {
    const { model } = heldModel();
    const server = await startTestServer({ model });
    const { agent, say, events, texts } = agentOf(server, "to stop");
    const saying = say("Hi");
    await expect.poll(texts).toEqual(["early "]);
    await server.send(`/api/chat/${encodeURIComponent(agent.threadId)}/stop`, { method: "POST" });
    await saying;
    expect(events.at(-1)).toMatchObject({ type: "RUN_FINISHED", outcome: { type: "cancelled" } });
  });

  it("hears a request once that is sent again", async () => {
    const model = scripted(["1.", "2."].map((text) => ({ text })));
    const server = await startTestServer({ model });
    const body = { threadId: "once", runId: "r1", messages: [{ id: "u", role: "user", content: "pay" }] };
    const ask = async () => {
      const text = await (await server.send("/api/chat", { body })).text();
      return [
        /"runId":"([^"]*)","seq":0/.exec(text)?.[1],
        [...text.matchAll(/"delta":"([^"]*)"/g)].map(([, delta]) => delta).join(""),
      ];
    };
    const first = await ask();
    expect(first).toEqual([expect.any(String), "1."]);
    expect(await ask()).toEqual(first);
    expect(model.requests).toHaveLength(1);
  });

  it("refuses what it cannot take, in one sentence", async () => {
    const server = await startTestServer();
    const ask = async (more: object) => {
      const messages = [{ id: "u", role: "user", content: "hi" }];
      const response = await server.send("/api/chat", { body: { threadId: "t", runId: "r", messages, ...more } });
      return [response.status, response.ok ? await response.text() : (await response.json()).error];
    };
    expect(await ask({ threadId: "__x" })).toEqual([400, expect.stringContaining("RunAgentInput")]);
    expect(await ask({ tools: [{ name: "x", description: "y" }] })).toEqual([400, expect.stringContaining("Tools")]);
    expect(await ask({ context: [{ description: "x", value: "y" }] })).toEqual([
      400,
      expect.stringContaining("context"),
    ]);
    expect(await ask({ messages: [] })).toEqual([400, expect.stringContaining("The last message")]);
    const resume = (entry: object) => ask({ resume: [{ interruptId: "x", status: "resolved", ...entry }] });
    expect(await resume({ payload: { approved: "yes" } })).toEqual([400, expect.stringContaining("approved")]);
    expect(await resume({ payload: { approved: true, always: true } })).toMatchObject([400, {}]);
    expect(await resume({})).toMatchObject([400, {}]);
    expect(await ask({ forwardedProps: { model: "none" } })).toEqual([400, expect.stringContaining("no model")]);
    expect(server.store.threads.list({ channel: "web" }).threads).toEqual([]);
  });
});
