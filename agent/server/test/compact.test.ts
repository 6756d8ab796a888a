import { type CompactAnswer, foldThread, type ThreadPage } from "@toolwright/view";
import { describe, expect, it } from "vitest";
import { say, startTestServer, type TestServer } from "./support/test-server.ts";

const page = async ({ send }: TestServer, id: string): Promise<ThreadPage> => (await send(`/api/threads/${id}`)).json();
const compact = async ({ send }: TestServer, id: string, body: object = {}): Promise<CompactAnswer> =>
  (await send(`/api/threads/${id}/compact`, { body })).json();

describe("POST /api/threads/:id/compact", () => {
  it("summarises for the model, shows everything, and goes on and forks from there", async () => {
    const usage = { inputTokens: 7, outputTokens: 3 };
    const texts = ["One.", "Two.", "THE SUMMARY", "Three.", "Four."];
    const server = await startTestServer({ steps: texts.map((text) => ({ text, usage })) });
    const id = await say(server, { message: "first" });
    await say(server, { threadId: id, message: "second" });
    expect(await compact(server, id)).toEqual({
      compacted: true,
      before: expect.any(Number),
      after: expect.any(Number),
    });
    await say(server, { threadId: id, message: "third" });
    const shown = await page(server, id);
    expect(shown.usage).toMatchObject({ inputTokens: 28 });
    expect(shown.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
      "assistant",
      "assistant",
      "user",
      "assistant",
    ]);
    const marked = shown.messages[4];
    expect(marked).toMatchObject({
      parts: [{ type: "compacted", summary: "THE SUMMARY" }],
      context: { tokens: expect.any(Number) },
    });
    expect(shown.messages[6]).toMatchObject({ parts: [{ type: "text", text: "Three." }], context: { tokens: 10 } });
    const [, , run] = server.store.journal({ channel: "web", chatId: id }).runs();
    const fork = await (await server.send(`/api/threads/${id}/fork`, { body: { after: run?.runId } })).json();
    await say(server, { threadId: fork.id, message: "elsewhere" });
    expect((await page(server, fork.id)).messages).toHaveLength(6);
  });

  it("says why nothing was summarised, and refuses what it cannot do", async () => {
    const server = await startTestServer({ steps: [{ text: "One." }, { text: "Two." }] });
    const id = await say(server, { message: "first" });
    expect(await compact(server, id)).toEqual({ compacted: false, reason: "There is nothing to summarise yet." });
    expect(server.store.journal({ channel: "web", chatId: id }).runs()).toHaveLength(1);
    await say(server, { threadId: id, message: "second" });
    // The script has nothing more to say.
    expect(await compact(server, id)).toMatchObject({ compacted: false, reason: expect.any(String) });
    expect((await server.send("/api/threads/nowhere/compact", { body: {} })).status).toBe(404);
    expect((await server.send(`/api/threads/${id}/compact`, { body: { more: 1 } })).status).toBe(400);
    const events = [];
    for await (const event of server.store.journal({ channel: "web", chatId: id }).read()) events.push(event);
    expect(foldThread(events).at(-1)).toMatchObject({ role: "assistant", warnings: [{ code: "not_compacted" }] });
  });
});
