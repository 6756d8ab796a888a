import { defineTool } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { echoTool, startTestServer } from "./support/test-server.ts";

const LINES = Array.from({ length: 5_000 }, (_, line) => `line ${line}`).join("\n");

const longTool = defineTool({
  name: "long",
  description: "Prints a lot.",
  input: z.object({}),
  allowlist: "all",
  effects: "read",
  execute: async () => LINES,
});

async function talked() {
  const steps = [
    { text: "Looking.", toolCalls: [{ id: "a", name: "long", arguments: {} }] },
    { toolCalls: [{ id: "b", name: "echo", arguments: { text: "```\n# not a heading" } }] },
    { text: "Found **it**, token hunter2-hunter2." },
  ];
  const config = { secrets: [{ name: "pin", value: "hunter2-hunter2" }] };
  const server = await startTestServer({ steps, tools: [longTool, echoTool], config });
  const response = await server.send("/api/chat", { body: { message: "Where is it?" } });
  await response.text();
  const id = response.headers.get("x-toolwright-thread");
  return { ...server, path: `/api/threads/${id}/export` };
}

describe("GET /api/threads/:id/export", () => {
  it("gives all of a thread as Markdown: words, calls, whole outputs, secrets masked, and no text leaves its block", async () => {
    const { send, path } = await talked();
    const response = await send(`${path}?format=markdown`);
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="Where-is-it.md"');
    const text = await response.text();
    expect(text).toMatch(/^# Where is it\?\n/);
    expect(text).toContain("## You, ");
    expect(text).toContain("\n\nWhere is it?\n");
    expect(text).toContain(LINES);
    expect(text).toContain("Found **it**, token [secret:pin].");
    expect(text).not.toContain("hunter2");
    expect(text).toMatch(/````json\n[\s\S]*not a heading[\s\S]*\n````/);
  });

  it("gives all of it as one JSON document: messages, events and outputs", async () => {
    const { send, path } = await talked();
    const response = await send(`${path}?format=json`);
    expect(response.headers.get("content-type")).toContain("application/json");
    const text = await response.text();
    const exported = JSON.parse(text);
    expect(exported).toMatchObject({ version: 1, thread: { title: "Where is it?" }, usage: expect.any(Object) });
    expect(exported.messages).toHaveLength(2);
    expect(exported.events[0]).toMatchObject({ type: "run_start" });
    expect(exported.events.at(-1)).toMatchObject({ type: "done" });
    expect(Object.values(exported.outputs)).toEqual([LINES]);
    expect(text).not.toContain("hunter2");
  });

  it("gives all of it as one page that loads nothing and runs its line of steps alone, with what looks like a key masked", async () => {
    const { send, path } = await talked();
    const response = await send(`${path}?format=html`);
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="Where-is-it.html"');
    expect(response.headers.get("content-security-policy")).toContain("sandbox");
    const text = await response.text();
    expect(text).toContain(LINES);
    expect(text).toContain("Found **it**, token [secret:pin].");
    expect(text).not.toContain("hunter2");
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(text).toContain('max="2" value="2"');
  });

  it("refuses an unknown thread and an unknown form", async () => {
    const { send, path } = await talked();
    expect((await send(`${path}?format=pdf`)).status).toBe(400);
    expect((await send("/api/threads/unknown/export")).status).toBe(404);
  });
});
