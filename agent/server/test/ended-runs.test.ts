import { describe, expect, it } from "vitest";
import { say, startTestServer } from "./support/test-server.ts";

describe("an agent that is told of the end of runs", () => {
  it("hears each once, with its conversation and why it ended", async () => {
    const heard: unknown[] = [];
    const server = await startTestServer({
      steps: [{ text: "One." }, { text: "Two." }],
      agent: { ended: (conversation, end) => void heard.push([conversation, end]) },
    });
    const threadId = await say(server, { message: "Hello." });
    await expect.poll(() => heard).toEqual([[{ channel: "web", chatId: threadId }, { stopReason: "stop" }]]);
    await say(server, { threadId, message: "Again." });
    await expect.poll(() => heard.length).toBe(2);
  });

  it("harms no run where it fails", async () => {
    const logged: unknown[] = [];
    const log = (...line: unknown[]) => void logged.push(line);
    const server = await startTestServer({
      steps: [{ text: "One." }, { text: "Two." }],
      agent: { ended: () => Promise.reject(new Error("It is away.")) },
      server: { logger: { debug() {}, info() {}, warn: log, error: log } },
    });
    const threadId = await say(server, { message: "Hello." });
    await say(server, { threadId, message: "Again." });
    const { messages } = await (await server.send(`/api/threads/${threadId}`)).json();
    expect(messages.map(({ stopReason }: { stopReason?: string }) => stopReason)).toEqual([
      undefined,
      "stop",
      undefined,
      "stop",
    ]);
    await expect.poll(() => logged.length).toBe(2);
  });
});
