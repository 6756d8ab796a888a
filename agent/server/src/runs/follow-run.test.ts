import type { JournalEvent } from "@toolwright/core";
import { expect, it, vi } from "vitest";
import { startTestServer } from "../../test/support/test-server.ts";

it("reads nothing anew for who follows a run from its beginning, however much was said before it", async () => {
  const { store, send } = await startTestServer({ steps: [{ text: "x".repeat(600_000) }, { text: "Hello." }] });
  const say = async (threadId?: string) => {
    const message = { role: "user", content: "Hi" };
    const response = await send("/api/chat", { method: "POST", body: { message, ...(threadId && { threadId }) } });
    return { threadId: response.headers.get("x-toolwright-thread") ?? "", text: await response.text() };
  };
  const { threadId } = await say();
  const before = await store.journal({ channel: "web", chatId: threadId }).lastSeq();
  const read: JournalEvent[] = [];
  const journalOf = store.journal.bind(store);
  vi.spyOn(store, "journal").mockImplementation((...asked) => {
    const journal = journalOf(...asked);
    const readOf = journal.read.bind(journal);
    journal.read = async function* (after) {
      for await (const event of readOf(after)) {
        read.push(event);
        yield event;
      }
    };
    return journal;
  });
  const { text } = await say(threadId);
  expect(text).toContain("Hello.");
  expect(read.filter(({ seq }) => seq > before).map(({ type }) => type)).toEqual([]);
});
