import type { ModelPort } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { askingTool, startTestServer, type TestServer } from "./support/test-server.ts";

interface Shown {
  readonly seq: number;
  readonly type: string;
  readonly runId: string;
  readonly data: Record<string, unknown>;
  readonly cut?: string[];
}

async function said({ send }: TestServer, body: object): Promise<string> {
  const response = await send("/api/chat", { body });
  await response.text();
  return response.headers.get("x-toolwright-thread") ?? "";
}

async function events({ send }: TestServer, id: string, query = ""): Promise<{ events: Shown[]; next?: number }> {
  return (await send(`/api/threads/${id}/events${query}`)).json();
}

const steps = [
  { text: "Looking.", toolCalls: [{ id: "a", name: "echo", arguments: { text: "x" } }] },
  { text: "Done." },
];

describe("GET /api/threads/:id/events", () => {
  it("gives the journal in order, without anything that was only live", async () => {
    const server = await startTestServer({ steps });
    const id = await said(server, { message: "hi" });
    const { events: all, next } = await events(server, id);
    expect(next).toBeUndefined();
    expect(all.map(({ type }) => type)).toEqual([
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
    expect(all.at(-1)?.seq).toBe(server.store.threads.get({ channel: "web", chatId: id })?.lastSeq);
    expect(JSON.stringify(all)).not.toContain("internal");
  });

  it("says in the end of a run that nothing was changed, and so does the message of its thread", async () => {
    const refused = { toolCalls: [{ id: "d", name: "deploy", arguments: { nothing: 1 } }] };
    const server = await startTestServer({ steps: [refused, { text: "Deployed." }], tools: [askingTool([])] });
    const id = await said(server, { message: "deploy" });
    expect((await events(server, id)).events.at(-1)?.data).toMatchObject({ stopReason: "stop", changed: false });
    const { messages } = await (await server.send(`/api/threads/${id}`)).json();
    expect(messages.at(-1)).toMatchObject({ stopReason: "stop", changed: false });
  });

  it("shows of a run's beginning what its user said then, and how long the history was", async () => {
    const server = await startTestServer({ steps: [{ text: "One." }, { text: "Two." }] });
    const id = await said(server, { message: "first" });
    await said(server, { threadId: id, message: "second" });
    const starts = (await events(server, id)).events.filter(({ type }) => type === "run_start");
    expect(starts.map(({ data }) => data)).toEqual([
      { input: [{ role: "user", content: "first" }], model: "scripted", messages: 1 },
      { input: [{ role: "user", content: "second" }], model: "scripted", messages: 3 },
    ]);
  });

  it("goes on after a number, a page at a time", async () => {
    const server = await startTestServer({ steps });
    const id = await said(server, { message: "hi" });
    const first = await events(server, id, "?limit=4");
    expect(first.events).toHaveLength(4);
    expect(first.next).toBe(first.events.at(-1)?.seq);
    const second = await events(server, id, `?limit=6&after=${first.next}`);
    expect(second.events).toHaveLength(6);
    expect(second.next).toBeUndefined();
    expect(new Set([...first.events, ...second.events].map(({ seq }) => seq)).size).toBe(10);
  });

  it("cuts what is large and says so, and leaves the rest of the event readable", async () => {
    const text = "long ".repeat(10_000);
    const server = await startTestServer({ steps: [{ text }] });
    const id = await said(server, { message: "hi" });
    const message = (await events(server, id)).events.find(({ type }) => type === "assistant_message");
    expect(message?.cut).toEqual(["message"]);
    expect(message?.data).toMatchObject({
      finishReason: "stop",
      message: expect.stringMatching(/^\{"role":"assistant"/),
    });
    expect(JSON.stringify(message).length).toBeLessThan(16 * 1024);
  });

  it("keeps to itself what a provider wants back", async () => {
    const model: ModelPort = {
      name: "thinking",
      completionStream() {
        const message = { role: "assistant", content: "Hm.", providerState: { signature: "between-us" } } as const;
        const final = Promise.resolve({ message, model: "thinking", finishReason: "stop" as const });
        return { stream: (async function* () {})(), final };
      },
    };
    const server = await startTestServer({ model });
    const id = await said(server, { message: "hi" });
    const all = JSON.stringify(await events(server, id));
    expect(all).toContain("Hm.");
    expect(all).not.toContain("between-us");
  });

  it.each(["?limit=0", "?limit=1001", "?after=x"])("refuses %s, and a thread that is not there", async (query) => {
    const server = await startTestServer();
    const id = await said(server, { message: "hi" });
    expect((await server.send(`/api/threads/${id}/events${query}`)).status).toBe(400);
    expect((await server.send("/api/threads/nowhere/events")).status).toBe(404);
  });
});
