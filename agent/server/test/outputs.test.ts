import { defineTool } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { startTestServer } from "./support/test-server.ts";

const LINES = Array.from({ length: 60_000 }, (_, line) => `line ${line}`);

const flood = defineTool({
  name: "flood",
  description: "Prints very much.",
  input: { type: "object" },
  allowlist: "all",
  effects: "read",
  execute: () => LINES.join("\n"),
});

describe("GET /api/threads/:id/outputs/:ref", () => {
  it("gives all of an output of which a thread shows the beginning, page by page, to its own thread only", async () => {
    const steps = [{ toolCalls: [{ id: "a", name: "flood", arguments: {} }] }, { text: "Much." }];
    const { send } = await startTestServer({ steps, tools: [flood] });
    const response = await send("/api/chat", { body: { message: "go" } });
    await response.text();
    const id = response.headers.get("x-toolwright-thread");
    const { messages } = await (await send(`/api/threads/${id}`)).json();
    const [call] = messages[1].parts;
    expect(JSON.stringify(call.result).length).toBeLessThan(200_000);
    const read: string[] = [];
    for (let after: number | undefined = 0; after !== undefined; ) {
      const page: { text: string; next?: number } = await (
        await send(`/api/threads/${id}/outputs/${call.ref.id}?after=${after}`)
      ).json();
      read.push(page.text);
      after = page.next;
    }
    expect(read.length).toBeGreaterThan(1);
    expect(read.join("\n")).toBe(LINES.join("\n"));
    const other = await (await send("/api/threads", { body: {} })).json();
    expect((await send(`/api/threads/${other.id}/outputs/${call.ref.id}`)).status).toBe(404);
    expect((await send(`/api/threads/${id}/outputs/none`)).status).toBe(404);
    expect((await send(`/api/threads/${id}/outputs/${call.ref.id}?after=x`)).status).toBe(400);
  });
});

const SCRIPT = "<script>alert(1)</script>";
const give = defineTool({
  name: "give",
  description: "Gives files.",
  input: { type: "object" },
  allowlist: "all",
  effects: "read",
  execute: () => [
    {
      type: "file",
      mediaType: "text/html",
      name: '../päge"\n.html',
      data: Buffer.from(SCRIPT).toString("base64"),
    } as const,
    {
      type: "audio",
      mediaType: "audio/wav",
      name: "ring.wav",
      data: Buffer.alloc(9_000_000, "RIFF").toString("base64"),
    } as const,
  ],
});

describe("GET /api/threads/:id/outputs/:ref/file", () => {
  it("gives the bytes of a file to be saved, and never as a page of its own", async () => {
    const steps = [{ toolCalls: [{ id: "a", name: "give", arguments: {} }] }, { text: "There." }];
    const { send } = await startTestServer({ steps, tools: [give] });
    const response = await send("/api/chat", { body: { message: "go" } });
    await response.text();
    const id = response.headers.get("x-toolwright-thread");
    const { messages } = await (await send(`/api/threads/${id}`)).json();
    const [call] = messages[1].parts;
    const [page, sound] = call.ref.files;
    expect(call.result).toMatchObject([{ ref: page.id }, { bytes: 9_000_000, ref: sound.id }]);
    const saved = await send(`/api/threads/${id}/outputs/${page.id}/file`);
    expect(await saved.text()).toBe(SCRIPT);
    expect(Object.fromEntries(saved.headers)).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": "attachment; filename=\".._pa_ge__.html\"; filename*=UTF-8''.._p%C3%A4ge%22_.html",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
    const heard = await send(`/api/threads/${id}/outputs/${sound.id}/file`);
    expect(heard.headers.get("content-type")).toBe("audio/wav");
    expect((await heard.arrayBuffer()).byteLength).toBe(9_000_000);
    expect((await send(`/api/threads/${id}/outputs/${call.ref.id}/file`)).status).toBe(404);
    const other = await (await send("/api/threads", { body: {} })).json();
    expect((await send(`/api/threads/${other.id}/outputs/${page.id}/file`)).status).toBe(404);
  });
});
