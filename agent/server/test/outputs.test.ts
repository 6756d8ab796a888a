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
