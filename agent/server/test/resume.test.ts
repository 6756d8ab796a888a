import { defineTool } from "@toolwright/core";
import { openStore } from "@toolwright/store";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { heldModel } from "./support/held-model.ts";
import { startTestServer, threadIdOf } from "./support/test-server.ts";
import { decoded, readUntil } from "./support/wire.ts";

const text = (message: unknown) => JSON.stringify(message);

describe("a lost connection", () => {
  it("does not stop the run, and the stream can be taken up from its beginning", async () => {
    const { model, release } = heldModel();
    const { send } = await startTestServer({ model });
    const response = await send("/api/chat", { body: { message: "hi" } });
    await readUntil(response, /0:"early "/);
    const resumed = decoded(await send(`/api/threads/${threadIdOf(response)}/stream`));
    release();
    expect(await resumed).toMatchObject({
      status: { type: "complete" },
      parts: [{ type: "text", text: "early late" }],
    });
  });

  it("goes on after an event that the client has", async () => {
    const call = { id: "a", name: "echo", arguments: { text: "one" } };
    const { send } = await startTestServer({ steps: [{ text: "First.", toolCalls: [call] }, { text: "Second." }] });
    const response = await send("/api/chat", { body: { message: "hi" } });
    const all = await response.text();
    const cursor = /2:\[\{"seq":(\d+)\}\]\n(?:aui-data:.*\n)*a:/.exec(all)?.[1];
    const rest = await (await send(`/api/threads/${threadIdOf(response)}/stream?after=${cursor}`)).text();
    expect(rest).not.toContain("First.");
    expect(rest).toContain('0:"Second."');
    // The part of a call that began earlier is opened again: a decoder knows no other.
    expect(rest).toMatch(
      /b:\{"toolCallId":"a","toolName":"echo"\}\nc:.*one.*\n.*\n.*a:\{"toolCallId":"a","result":\{"said":"one"\}/s,
    );
    expect(rest.match(/^d:/gm)).toHaveLength(1);
  });

  it("has nothing to tell of a run that ended before: 204", async () => {
    const { send } = await startTestServer();
    const response = await send("/api/chat", { body: { message: "hi" } });
    const last = /"seq":(\d+),"stopReason"/.exec(await response.text())?.[1];
    expect((await send(`/api/threads/${threadIdOf(response)}/stream?after=${last}`)).status).toBe(204);
    expect((await send(`/api/threads/${threadIdOf(response)}/stream?after=x`)).status).toBe(400);
    expect((await send("/api/threads/nowhere/stream")).status).toBe(404);
  });

  it("makes up for deltas that the replay buffer dropped", async () => {
    const many = Array.from({ length: 1_500 }, (_, place) => `w${place} `).join("");
    const { model, release } = heldModel();
    const chatty = {
      ...model,
      completionStream: () => manyDeltas(many, model.completionStream({ messages: [] }).final),
    };
    const { send } = await startTestServer({ model: chatty });
    const response = await send("/api/chat", { body: { message: "hi" } });
    await readUntil(response, /w3 /);
    const slow = await send(`/api/threads/${threadIdOf(response)}/stream`);
    release();
    const message = await decoded(slow);
    expect(message).toMatchObject({ parts: [{ type: "text", text: many }] });
  });
});

function manyDeltas(content: string, released: Promise<unknown>) {
  async function* stream() {
    for (const delta of content.match(/\S+ /g) ?? []) yield { type: "text_delta", delta } as const;
    await released;
  }
  const final = released.then(() => ({
    message: { role: "assistant", content } as const,
    model: "chatty",
    finishReason: "stop" as const,
  }));
  return { stream: stream(), final };
}

describe("two tabs", () => {
  it("read the same run at the same time, and both see its end", async () => {
    const { model, release } = heldModel();
    const { send } = await startTestServer({ model });
    const first = await send("/api/chat", { body: { message: "hi" } });
    const second = await send(`/api/threads/${threadIdOf(first)}/stream`);
    release();
    const [one, two] = await Promise.all([first.text(), second.text()]);
    expect(two).toBe(one);
  });
});

describe("stop", () => {
  it("ends the run: the stream finishes, the thread is idle, and goes on with the next message", async () => {
    const { model } = heldModel();
    const { send, store } = await startTestServer({ model });
    const response = await send("/api/chat", { body: { message: "hi" } });
    const reading = response.text();
    const threadId = threadIdOf(response);
    expect(await (await send(`/api/threads/${threadId}/stop`, { method: "POST" })).json()).toEqual({ stopped: true });
    expect(await reading).toMatch(/"stopReason":"aborted",.*\nd:.*"finishReason":"other"/);
    expect(store.threads.get({ channel: "web", chatId: threadId })?.status).toBe("idle");
    expect(await (await send(`/api/threads/${threadId}/stop`, { method: "POST" })).json()).toEqual({ stopped: false });
  });
});

describe("two servers on one database", () => {
  it("stop each other's runs: the one that runs it ends it, and the next run goes on", async () => {
    const { model } = heldModel();
    const one = await startTestServer({ model });
    const two = await startTestServer({ file: one.file, steps: [{ text: "Again." }] });
    const response = await one.send("/api/chat", { body: { message: "hi" } });
    const id = threadIdOf(response);
    const stop = async () => (await two.send(`/api/threads/${id}/stop`, { method: "POST" })).json();
    expect(await stop()).toEqual({ stopped: true });
    expect(await response.text()).toMatch(/"stopReason":"aborted"/);
    await expect.poll(() => two.store.leases.holder({ channel: "web", chatId: id })).toBeUndefined();
    expect(await stop()).toEqual({ stopped: false });
    const again = await two.send("/api/chat", { body: { threadId: id, message: "again" } });
    expect(await again.text()).toMatch(/"A"[\s\S]*"stopReason":"stop"/);
  });

  it("end a run that its process had left open, when it is stopped before anybody took it up", async () => {
    const { model } = heldModel();
    const one = await startTestServer({ model });
    const response = await one.send("/api/chat", { body: { message: "hi" } });
    const id = threadIdOf(response);
    await one.close();
    await response.text().catch(() => "");
    const store = openStore({ file: one.file });
    expect(store.threads.requestStop({ channel: "web", chatId: id })).toBe(true);
    store.close();
    const two = await startTestServer({ file: one.file, model });
    const thread = async () => (await two.send(`/api/threads/${id}`)).json();
    await expect.poll(async () => (await thread()).status).toBe("idle");
    expect((await thread()).messages.at(-1).stopReason).toBe("aborted");
  });

  it("take a question back that a call had asked on its own, and that died with its process", async () => {
    let ask: (() => Promise<unknown>) | undefined;
    const delegate = defineTool({
      name: "delegate",
      description: "Asks for another call than its own.",
      input: z.object({}),
      allowlist: "all",
      effects: "external",
      execute: async () => String(await ask?.()),
    });
    const steps = [{ toolCalls: [{ id: "a", name: "delegate", arguments: {} }] }];
    const one = await startTestServer({ steps, tools: [delegate], server: { limits: { closeMs: 0 } } });
    ask = () => {
      const [thread] = one.store.threads.list({ channel: "web" }).threads;
      const request = { approvalId: "inner", toolCallId: "b", toolName: "deploy", arguments: {} };
      if (thread === undefined) throw new Error("There is no thread.");
      // Its signal is not aborted: a process that dies takes nothing back.
      return one.store.approvals.approver(thread.conversation).approve(request, delegate, new AbortController().signal);
    };
    const response = await one.send("/api/chat", { body: { message: "hi" } });
    await expect.poll(() => one.store.approvals.list()).toHaveLength(1);
    await one.close();
    await response.text().catch(() => "");
    const two = await startTestServer({ file: one.file, tools: [delegate], steps: [{ text: "I do not know." }] });
    await expect.poll(async () => (await two.send("/api/approvals")).json()).toEqual({ approvals: [] });
    expect((await two.send("/api/approvals/inner", { body: { approve: true } })).status).toBe(409);
  });

  it("run a thread once, and each shows the run of the other", async () => {
    const { model, release } = heldModel();
    const one = await startTestServer({ model });
    const two = await startTestServer({ file: one.file, steps: [{ text: "never" }] });
    const response = await one.send("/api/chat", { body: { message: "hi" } });
    const threadId = threadIdOf(response);
    expect((await two.send("/api/chat", { body: { threadId, message: "again" } })).status).toBe(409);
    const followed = decoded(await two.send(`/api/threads/${threadId}/stream`));
    release();
    expect(text(await followed)).toContain("early late");
    await response.text();
    expect((await two.send("/api/chat", { body: { threadId, message: "now" } })).status).toBe(200);
    const thread = await (await one.send(`/api/threads/${threadId}`)).json();
    expect(thread.messages).toHaveLength(4);
    expect((await one.send("/api/chat", { body: { threadId, message: "and back" } })).status).toBe(200);
  });
});

describe("what comes back after its run", () => {
  it("is stored, and told to the model with the next message", async () => {
    let end = (_text: string) => {};
    const finished = new Promise<string>((resolve) => {
      end = resolve;
    });
    const later = defineTool({
      name: "later",
      description: "Works in the background.",
      input: z.object({}),
      allowlist: "all",
      effects: "read",
      execute(_input, context) {
        context.background(() => finished);
        return "begun";
      },
    });
    const steps = [{ toolCalls: [{ id: "a", name: "later", arguments: {} }] }, { text: "Begun." }, { text: "Heard." }];
    const { send, store } = await startTestServer({ steps, tools: [later] });
    const first = await send("/api/chat", { body: { message: "go" } });
    const threadId = threadIdOf(first);
    await first.text();
    end("forty-two");
    const conversation = { channel: "web", chatId: threadId };
    const stored = async () => {
      const types: string[] = [];
      for await (const { type } of store.journal(conversation).read()) types.push(type);
      return types.at(-1);
    };
    await expect.poll(stored).toBe("async_result");
    await (await send("/api/chat", { body: { threadId, message: "and?" } })).text();
    const inputs: string[] = [];
    for await (const event of store.journal(conversation).lastRun()) {
      if (event.type === "run_start") inputs.push(JSON.stringify(event.data.input));
    }
    expect(inputs.join()).toMatch(/later came back: forty-two.*and\?/);
  });
});

describe("threads", () => {
  it("are listed with the newest first, page by page, and can be deleted", async () => {
    const { send } = await startTestServer({ steps: [{ text: "1" }, { text: "2" }, { text: "3" }] });
    for (const message of ["one", "two", "three"]) await (await send("/api/chat", { body: { message } })).text();
    const first = await (await send("/api/threads?limit=2")).json();
    expect(first.threads.map(({ title }: { title: string }) => title)).toEqual(["three", "two"]);
    const next = await (await send(`/api/threads?limit=2&cursor=${encodeURIComponent(first.next)}`)).json();
    expect(next.threads.map(({ title }: { title: string }) => title)).toEqual(["one"]);
    expect((await send("/api/threads?cursor=wrong")).status).toBe(400);
    const id = next.threads[0].id;
    expect((await send(`/api/threads/${id}`, { method: "DELETE" })).status).toBe(204);
    expect((await send(`/api/threads/${id}`)).status).toBe(404);
  });
});
