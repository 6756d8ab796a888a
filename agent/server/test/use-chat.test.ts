import { Chat } from "@ai-sdk/react";
import { defineTool, type JsonObject } from "@toolwright/core";
import { scripted } from "@toolwright/models";
import {
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  type PrepareSendMessagesRequest,
  type UIMessage,
} from "ai";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { heldModel } from "./support/held-model.ts";
import { askingTool, echoTool, startTestServer, type TestServer, TOKEN } from "./support/test-server.ts";

interface ChatOptions {
  readonly id?: string;
  readonly messages?: UIMessage[];
  readonly prepare?: PrepareSendMessagesRequest<UIMessage>;
}

/** A stock client, as an app makes it that knows nothing of this server but its address. */
function chatOf({ url }: Pick<TestServer, "url">, { prepare, ...init }: ChatOptions = {}) {
  const data: unknown[] = [];
  const errors: Error[] = [];
  const requests: Response[] = [];
  const chat = new Chat<UIMessage>({
    ...init,
    transport: new DefaultChatTransport({
      api: `${url}/api/chat`,
      ...(prepare && { prepareSendMessagesRequest: prepare }),
      headers: { authorization: `Bearer ${TOKEN}` },
      fetch: async (...asked) => {
        const response = await fetch(...asked);
        requests.push(response.clone());
        return response;
      },
    }),
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
    onData: (part) => void data.push(part),
    onError: (error) => void errors.push(error),
  });
  const partsOf = () => chat.messages.at(-1)?.parts ?? [];
  return {
    chat,
    data,
    errors,
    requests,
    partsOf,
    threads: () => requests.map(({ headers }) => headers.get("x-toolwright-thread")),
    text: () =>
      partsOf()
        .flatMap((part) => (part.type === "text" ? [part.text] : []))
        .join("|"),
    tools: () => partsOf().filter(({ type }) => type.startsWith("tool-")),
    question: (place = 0) => {
      const asked = partsOf().filter((part) => "state" in part && part.state === "approval-requested");
      const part = asked[place];
      return part !== undefined && "approval" in part ? (part.approval?.id ?? "") : "";
    },
  };
}

/** What a person sees of messages: boundaries of steps and ids are not told the same. */
function shown(messages: readonly UIMessage[]): unknown {
  return messages.map(({ role, parts }) => [
    role,
    ...parts.flatMap((part) => {
      if ("toolCallId" in part) return [[part.type, part.toolCallId, part.state, part.input]];
      return part.type === "text" || part.type === "reasoning" ? [[part.type, part.text]] : [];
    }),
  ]);
}

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const call = (id: string, name: string, args: JsonObject) => ({ id, name, arguments: args });

describe("useChat with DefaultChatTransport", () => {
  it.each([undefined, "my chat/1"])(
    "holds a conversation in one thread, whatever it is called by then (id %s)",
    async (id) => {
      const steps = ["One.", "By the model", "Two.", "Three."].map((text) => ({ text }));
      const server = await startTestServer({ steps, agent: { titles: true } });
      const { chat, text, threads } = chatOf(server, id === undefined ? {} : { id });
      await chat.sendMessage({ text: "Hi" });
      expect([chat.status, chat.error, text()]).toEqual(["ready", undefined, "One."]);
      expect(threads()).toEqual([chat.id]);
      await expect.poll(() => server.store.threads.list({ channel: "web" }).threads[0]?.title).toBe("By the model");
      await chat.sendMessage({ text: "More" });
      expect(text()).toBe("Two.");
      server.store.threads.rename({ channel: "web", chatId: chat.id }, "By a person");
      await chat.sendMessage({ text: "And more" });
      expect([chat.error, text()]).toEqual([undefined, "Three."]);
      expect(threads()).toEqual([chat.id, chat.id, chat.id]);
      expect(chat.messages.map(({ role }) => role)).toEqual([
        "user",
        "assistant",
        "user",
        "assistant",
        "user",
        "assistant",
      ]);
      expect(server.store.threads.list({ channel: "web" }).threads).toHaveLength(1);
    },
  );

  it("shows what a model thinks, a call with its result and one that failed, and how the run ended", async () => {
    const steps = [
      {
        reasoning: "Test first.",
        text: "On it.",
        toolCalls: [call("c1", "echo", { text: "x" }), call("c2", "nothing", {})],
      },
      { text: "Done." },
    ];
    const { chat, partsOf, text } = chatOf(await startTestServer({ steps }));
    await chat.sendMessage({ text: "Go" });
    expect(text()).toBe("On it.|Done.");
    expect(partsOf()).toMatchObject([
      { type: "step-start" },
      { type: "reasoning", text: "Test first.", state: "done" },
      { type: "text", text: "On it.", state: "done" },
      { type: "tool-echo", toolCallId: "c1", state: "output-available", input: { text: "x" }, output: { said: "x" } },
      { type: "tool-nothing", toolCallId: "c2", state: "output-error", errorText: expect.stringContaining("nothing") },
      { type: "step-start" },
      { type: "text", text: "Done." },
    ]);
    expect(chat.messages.at(-1)?.metadata).toMatchObject({ threadId: chat.id, stopReason: "stop" });
  });

  it("shows arguments while they are written, and takes back what is no JSON", async () => {
    const steps = [
      {
        toolCalls: [
          { id: "c1", name: "echo", arguments: '{"text": 5}' },
          { id: "c2", name: "echo", arguments: '{"text": "x"' },
        ],
      },
      { text: "Done." },
    ];
    const { chat, partsOf, requests } = chatOf(await startTestServer({ steps }));
    await chat.sendMessage({ text: "Go" });
    expect(partsOf().filter(({ type }) => type === "tool-echo")).toMatchObject([
      { state: "output-error", input: { text: 5 }, errorText: expect.stringContaining("text") },
      { state: "output-error", input: {}, errorText: expect.stringContaining("JSON") },
    ]);
    expect(await requests[0]?.text()).toContain("tool-input-delta");
  });

  it("hears what a tool prints while it runs, and keeps no copy of it in the message", async () => {
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
    const steps = [{ toolCalls: [call("c1", "talk", {})] }, { text: "Done." }];
    const { chat, data, partsOf } = chatOf(await startTestServer({ steps, tools: [talking] }));
    await chat.sendMessage({ text: "Go" });
    expect(data).toContainEqual(
      expect.objectContaining({
        type: "data-tool-output",
        data: expect.objectContaining({ chunk: "copying …\n", toolCallId: "c1" }),
      }),
    );
    expect(partsOf().filter(({ type }) => type.startsWith("data-"))).toEqual([]);
  });

  it("answers a question with yes, and reads on in the same message", async () => {
    const ran: string[] = [];
    const steps = [{ text: "Now.", toolCalls: [call("c1", "deploy", { to: "test" })] }, { text: "It is there." }];
    const server = await startTestServer({ steps, tools: [askingTool(ran)] });
    const { chat, question, partsOf, tools, text, errors } = chatOf(server);
    await chat.sendMessage({ text: "Deploy" });
    expect([chat.status, ran]).toEqual(["ready", []]);
    expect(tools()).toMatchObject([{ type: "tool-deploy", state: "approval-requested", input: { to: "test" } }]);
    expect(partsOf().at(-1)).toMatchObject({
      type: "data-approval-request",
      data: { reason: "deploy asks before it runs.", preview: expect.any(String) },
    });
    await chat.addToolApprovalResponse({ id: question(), approved: true });
    await expect.poll(text).toBe("Now.|It is there.");
    await expect.poll(() => chat.status).toBe("ready");
    expect(errors).toEqual([]);
    expect(ran).toEqual(["test"]);
    expect(tools()).toMatchObject([{ type: "tool-deploy", state: "output-available", output: "deployed to test" }]);
    expect(chat.messages).toHaveLength(2);
    await chat.sendMessage({ text: "Thanks" });
    expect(server.store.threads.list({ channel: "web" }).threads).toHaveLength(1);
  });

  it("answers a question with no and why", async () => {
    const ran: string[] = [];
    const steps = [{ toolCalls: [call("c1", "deploy", { to: "test" })] }, { text: "Then not." }];
    const server = await startTestServer({ steps, tools: [askingTool(ran)] });
    const { chat, question, tools, text, errors } = chatOf(server);
    await chat.sendMessage({ text: "Deploy" });
    await chat.addToolApprovalResponse({ id: question(), approved: false, reason: "Not on a Friday." });
    await expect
      .poll(() => tools()[0])
      .toMatchObject({ state: "output-denied", approval: { approved: false, reason: "Not on a Friday." } });
    await expect.poll(text).toBe("Then not.");
    expect([errors, ran]).toEqual([[], []]);
    const events = JSON.stringify(await (await server.send(`/api/threads/${chat.id}/events`)).json());
    expect(events).toContain("Not on a Friday.");
  });

  it("is asked all questions of a step at once, and calls behind them do not keep its answers back", async () => {
    const ran: string[] = [];
    const calls = [
      call("c1", "deploy", { to: "a" }),
      call("c2", "deploy", { to: "b" }),
      call("c3", "echo", { text: "x" }),
    ];
    const server = await startTestServer({
      steps: [{ toolCalls: calls }, { text: "All." }],
      tools: [askingTool(ran), echoTool],
    });
    const { chat, question, tools, text, errors } = chatOf(server);
    await chat.sendMessage({ text: "Deploy" });
    expect(tools()).toMatchObject([{ state: "approval-requested" }, { state: "approval-requested" }]);
    await chat.addToolApprovalResponse({ id: question(1), approved: true });
    await chat.addToolApprovalResponse({ id: question(0), approved: true });
    await expect.poll(text).toBe("All.");
    expect([errors, ran]).toEqual([[], ["a", "b"]]);
    expect(tools()).toMatchObject([
      { state: "output-available" },
      { state: "output-available" },
      { state: "output-available" },
    ]);
  });

  it("answers the question of a call within a call", async () => {
    const ran: string[] = [];
    const outer = defineTool({
      name: "outer",
      description: "Deploys twice.",
      input: z.object({}),
      allowlist: "all",
      effects: "external",
      async execute(_input, ctx) {
        await ctx.call("deploy", { to: "a" });
        await ctx.call("deploy", { to: "b" });
        return "both";
      },
    });
    const steps = [{ toolCalls: [call("c1", "outer", {})] }, { text: "Done." }];
    const server = await startTestServer({ steps, tools: [askingTool(ran), outer] });
    const { chat, question, text, tools, errors } = chatOf(server);
    await chat.sendMessage({ text: "Deploy" });
    await chat.addToolApprovalResponse({ id: question(), approved: true });
    await expect.poll(() => [question() !== "", chat.status, ran]).toEqual([true, "ready", ["a"]]);
    await chat.addToolApprovalResponse({ id: question(), approved: true });
    await expect.poll(text).toBe("Done.");
    expect([errors, ran]).toEqual([[], ["a", "b"]]);
    expect(tools()).toMatchObject([
      { type: "tool-outer", state: "output-available", output: "both" },
      { type: "tool-deploy", state: "output-available", callProviderMetadata: { toolwright: { parentId: "c1" } } },
      { type: "tool-deploy", state: "output-available" },
    ]);
  });

  it("sends images, and is refused while a run is under way", async () => {
    const { model: held, release } = heldModel();
    const server = await startTestServer({ model: held });
    const first = chatOf(server, { id: "one chat" });
    const url = `data:image/png;base64,${PIXEL}`;
    const sending = first.chat.sendMessage({ text: "Look", files: [{ type: "file", mediaType: "image/png", url }] });
    await expect.poll(first.text).toBe("early ");
    const second = chatOf(server, { id: "one chat" });
    await second.chat.sendMessage({ text: "And this" });
    expect(second.chat.error?.message).toContain("A run of this thread is under way");
    release();
    await sending;
    expect([first.chat.status, first.text()]).toEqual(["ready", "early late"]);
    const kept: UIMessage[] = await (await server.send(`/api/chat/${encodeURIComponent("one chat")}/messages`)).json();
    expect(kept[0]?.parts).toEqual([
      { type: "file", mediaType: "image/png", url },
      { type: "text", text: "Look" },
    ]);
  });

  it("tells of an error of the model, and goes on after it", async () => {
    const steps = [
      { error: { code: "http", message: "secret-host refused", status: 500 } },
      { text: "Better." },
    ] as const;
    const server = await startTestServer({ steps });
    const { chat, text } = chatOf(server);
    await chat.sendMessage({ text: "Hi" });
    expect([chat.status, chat.error?.message]).toEqual(["error", "The model's server refused the request."]);
    await chat.sendMessage({ text: "Again" });
    expect([chat.status, text()]).toEqual(["ready", "Better."]);
    expect(server.store.threads.list({ channel: "web" }).threads).toHaveLength(1);
  });

  it("says something again or changes it in a fork, and goes on there", async () => {
    const model = scripted(["1.", "2.", "2 again.", "2 changed.", "3."].map((text) => ({ text })));
    const server = await startTestServer({ model });
    const { chat, text, threads } = chatOf(server, { id: "the-chat" });
    await chat.sendMessage({ text: "one" });
    await chat.sendMessage({ text: "two" });
    await chat.regenerate();
    expect([text(), chat.messages.length]).toEqual(["2 again.", 4]);
    await chat.sendMessage({ text: "two, changed", messageId: chat.messages[2]?.id ?? "" });
    expect([text(), chat.messages.length]).toEqual(["2 changed.", 4]);
    await chat.sendMessage({ text: "three" });
    expect([text(), chat.error]).toEqual(["3.", undefined]);
    const [first, second, again, changed, last] = threads();
    expect([first, second]).toEqual(["the-chat", "the-chat"]);
    expect(new Set([first, again, changed]).size).toBe(3);
    expect(last).toBe(changed);
    expect(JSON.stringify(model.requests.at(-1)?.messages)).not.toContain("2 again.");
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain("two, changed");
  });

  it.each(["the last two", "the last one"])("is understood where it sends %s of its messages", async (which) => {
    const model = scripted(["1.", "2.", "2 again.", "3."].map((text) => ({ text })));
    const server = await startTestServer({ model });
    const { chat, text, threads } = chatOf(server, {
      id: "the-chat",
      prepare: ({ id, messages, trigger, messageId }) => {
        const sent = which === "the last one" ? { message: messages.at(-1) } : { messages: messages.slice(-2) };
        return { body: { id, trigger, messageId, ...sent } };
      },
    });
    await chat.sendMessage({ text: "one" });
    await chat.sendMessage({ text: "two" });
    await chat.regenerate();
    if (which === "the last one") {
      expect(chat.error?.message).toContain("comes with those before it");
      return;
    }
    expect([text(), chat.messages.length]).toEqual(["2 again.", 4]);
    await chat.sendMessage({ text: "three" });
    expect([text(), chat.error, threads()[3]]).toEqual(["3.", undefined, threads()[2]]);
    const texts = JSON.stringify(model.requests.at(-1)?.messages).match(/(one|two|three|\d( again)?\.)(?=")/g);
    expect(texts).toEqual(["one", "1.", "two", "2 again.", "three"]);
  });

  it("answers a question at another server of the store than the one that asks it", async () => {
    const ran: string[] = [];
    const steps = [{ text: "Now.", toolCalls: [call("c1", "deploy", { to: "test" })] }, { text: "It is there." }];
    const first = await startTestServer({ steps, tools: [askingTool(ran)] });
    const second = await startTestServer({ steps: [], file: first.file });
    const before = chatOf(first, { id: "moved" });
    await before.chat.sendMessage({ text: "Deploy" });
    const after = chatOf(second, { id: "moved", messages: before.chat.messages });
    await after.chat.addToolApprovalResponse({ id: after.question(), approved: true });
    await expect.poll(after.text).toBe("Now.|It is there.");
    await expect.poll(() => after.chat.status).toBe("ready");
    expect([after.errors, ran]).toEqual([[], ["test"]]);
  });

  it("takes a stream up again after a reload, from its beginning, until the run has ended", async () => {
    const { model, release } = heldModel();
    const server = await startTestServer({ model });
    const before = chatOf(server, { id: "kept" });
    const sending = before.chat.sendMessage({ text: "Hi" });
    await expect.poll(before.text).toBe("early ");
    await before.chat.stop();
    await sending;
    const after = chatOf(server, { id: "kept", messages: before.chat.messages.slice(0, 1) });
    const resuming = after.chat.resumeStream();
    await expect.poll(after.text).toBe("early ");
    release();
    await resuming;
    expect([after.text(), after.chat.messages.length]).toEqual(["early late", 2]);
    await after.chat.resumeStream();
    expect([after.chat.status, after.chat.messages.length]).toEqual(["ready", 2]);
    await chatOf(server, { id: "unknown" }).chat.resumeStream();
  });

  it("shows a question again after a reload, and answers it there", async () => {
    const ran: string[] = [];
    const steps = [{ text: "Now.", toolCalls: [call("c1", "deploy", { to: "test" })] }, { text: "It is there." }];
    const server = await startTestServer({ steps, tools: [askingTool(ran)] });
    const before = chatOf(server, { id: "kept" });
    await before.chat.sendMessage({ text: "Deploy" });
    const after = chatOf(server, { id: "kept", messages: before.chat.messages.slice(0, 1) });
    await after.chat.resumeStream();
    expect([after.chat.status, after.text()]).toEqual(["ready", "Now."]);
    await after.chat.addToolApprovalResponse({ id: after.question(), approved: true });
    await expect.poll(after.text).toBe("Now.|It is there.");
    expect([after.errors, ran]).toEqual([[], ["test"]]);
    await before.chat.addToolApprovalResponse({ id: before.question(), approved: false });
    await expect.poll(() => before.chat.error?.message).toContain("answered before");
  });

  it("gives what was said after a reload, as the stream has told it", async () => {
    const ran: string[] = [];
    const ask = (id: string, to: string) => [call(`${id}1`, "deploy", { to }), call(`${id}2`, "echo", { text: "x" })];
    const steps = [
      { reasoning: "Hm.", text: "Now.", toolCalls: ask("a", "test") },
      { text: "It is there." },
      { text: "Once more.", toolCalls: ask("b", "stage") },
      { text: "There, too." },
    ];
    const server = await startTestServer({ steps, tools: [askingTool(ran), echoTool] });
    const messages = async (): Promise<UIMessage[]> => (await server.send("/api/chat/kept/messages")).json();
    expect(await messages()).toEqual([]);
    const before = chatOf(server, { id: "kept" });
    await before.chat.sendMessage({ text: "Deploy" });
    await before.chat.addToolApprovalResponse({ id: before.question(), approved: true });
    await expect.poll(before.text).toBe("Now.|It is there.");
    await before.chat.sendMessage({ text: "Again" });
    expect(shown(await messages())).toEqual(shown(before.chat.messages));
    const after = chatOf(server, { id: "kept", messages: await messages() });
    await after.chat.addToolApprovalResponse({ id: after.question(), approved: true });
    await expect.poll(after.text).toBe("Once more.|There, too.");
    expect([after.errors, ran]).toEqual([[], ["test", "stage"]]);
    expect(shown(await messages())).toEqual(shown(after.chat.messages));
  });

  it("stops a run by the name that it gave", async () => {
    const { model } = heldModel();
    const server = await startTestServer({ model });
    const { chat, text } = chatOf(server, { id: "to stop" });
    const sending = chat.sendMessage({ text: "Hi" });
    await expect.poll(text).toBe("early ");
    const stopped = await server.send(`/api/chat/${encodeURIComponent("to stop")}/stop`, { method: "POST" });
    expect(await stopped.json()).toEqual({ stopped: true });
    await sending;
    expect([chat.status, chat.messages.at(-1)?.metadata]).toMatchObject(["ready", { stopReason: "aborted" }]);
  });

  it("refuses what it cannot take, in one sentence", async () => {
    const server = await startTestServer();
    const ask = async (body: object) => {
      const response = await server.send("/api/chat", { body });
      return [response.status, response.ok ? await response.text() : (await response.json()).error];
    };
    const user = { id: "u", role: "user", parts: [{ type: "text", text: "hi" }] };
    const image = { type: "file", mediaType: "application/pdf", url: "data:application/pdf;base64,aaaa" };
    expect(await ask({ id: "__x", messages: [user] })).toEqual([400, expect.stringContaining("DefaultChatTransport")]);
    expect(await ask({ id: "x".repeat(201), messages: [user] })).toMatchObject([400, {}]);
    expect(await ask({ id: "a", messages: [{ ...user, parts: [image] }] })).toEqual([
      400,
      expect.stringContaining("PNG"),
    ]);
    const agent = { id: "r", role: "assistant", parts: [] };
    expect(await ask({ id: "a", messages: [user, agent] })).toEqual([
      400,
      expect.stringContaining("answers no question"),
    ]);
    expect(await ask({ id: "a", messages: [user, agent, user] })).toEqual([
      404,
      expect.stringContaining("does not have"),
    ]);
    const answered = {
      type: "tool-deploy",
      toolCallId: "c",
      state: "approval-responded",
      approval: { id: "no", approved: true },
    };
    expect(await ask({ id: "a", messages: [user, { ...agent, parts: [answered] }] })).toMatchObject([404, {}]);
    expect(server.store.threads.list({ channel: "web" }).threads).toEqual([]);
  });
});
