import { defineTool } from "@toolwright/core";
import type { ScriptStep } from "@toolwright/models";
import type { SqliteStore } from "@toolwright/store";
import { openStore } from "@toolwright/store";
import { joinPages, type ThreadMessage, type ThreadPage } from "@toolwright/view";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import {
  askingTool,
  databaseFile,
  echoTool,
  say,
  startTestServer,
  type TestServer,
  threadIdOf,
} from "./support/test-server.ts";

async function get({ send }: TestServer, path: string) {
  return (await send(path)).json();
}

const usage = { inputTokens: 3, outputTokens: 4 };
const call = (id: string, name: string, args: Record<string, string | number>): ScriptStep => ({
  toolCalls: [{ id, name, arguments: args }],
});

describe("GET /api/threads/:id", () => {
  it("shows each message with its id and time, and each call with what the stream told of it", async () => {
    const loud = defineTool({
      name: "loud",
      description: "Says more to a person.",
      input: z.object({}),
      allowlist: "all",
      effects: "read",
      execute: async () => ({
        output: { type: "text", text: "short" } as const,
        forUser: "For you.",
        silent: false,
        isError: false,
        async: false,
      }),
    });
    const steps = [
      { text: "Looking.", ...call("a", "loud", {}), usage },
      { ...call("b", "echo", { text: 2 }), usage },
      { text: "Done.", usage },
    ];
    const server = await startTestServer({ steps, tools: [echoTool, loud] });
    const id = await say(server, { message: "hi" });
    const thread = await get(server, `/api/threads/${id}`);
    expect(thread).toMatchObject({ id, title: "hi", status: "idle", usage: { inputTokens: 9, outputTokens: 12 } });
    expect(thread.seq).toBe(server.store.threads.get({ channel: "web", chatId: id })?.lastSeq);
    const [said, done] = thread.messages;
    expect(said).toEqual({ role: "user", id: `${done.runId}:user`, content: "hi", createdAt: done.createdAt });
    expect(done).toMatchObject({
      id: done.runId,
      stopReason: "stop",
      model: "scripted",
      usage: { inputTokens: 9, outputTokens: 12 },
      createdAt: expect.any(Number),
      parts: [
        { type: "text", text: "Looking." },
        {
          type: "tool-call",
          toolCallId: "a",
          args: {},
          result: "short",
          forUser: "For you.",
          isError: false,
          durationMs: expect.any(Number),
          startedAt: expect.any(Number),
        },
        { toolCallId: "b", isError: true, code: "invalid_arguments", result: { ok: false } },
        { type: "text", text: "Done." },
      ],
    });
    expect(thread).not.toHaveProperty("before");
  });

  it("shows what was asked and answered, edited arguments and refusals with their notes", async () => {
    const steps = [call("a", "deploy", { to: "prod" }), call("b", "deploy", { to: "moon" }), { text: "ok" }];
    const server = await startTestServer({ steps, tools: [askingTool([])] });
    const response = await server.send("/api/chat", { body: { message: "go" } });
    const id = threadIdOf(response);
    const pending = async () => server.store.approvals.list()[0]?.approvalId;
    await expect.poll(pending).toBeDefined();
    const first = await pending();
    const asking = await get(server, `/api/threads/${id}`);
    expect(asking.status).toBe("waiting");
    expect(asking.messages[1].parts[0].approval).toMatchObject({ approvalId: first, expiresAt: expect.any(Number) });
    await server.send(`/api/approvals/${first}`, { body: { approve: true, arguments: { to: "test" } } });
    await expect.poll(async () => (await pending()) !== first && (await pending()) !== undefined).toBe(true);
    await server.send(`/api/approvals/${await pending()}`, { body: { approve: false, reason: "Too far." } });
    await response.text();
    const { parts } = (await get(server, `/api/threads/${id}`)).messages[1];
    expect(parts[0]).toMatchObject({
      approval: { decision: { approve: true, edited: true, arguments: { to: "test" } } },
      result: "deployed to test",
    });
    expect(parts[1]).toMatchObject({
      approval: { decision: { approve: false, reason: "Too far." } },
      code: "approval_denied",
    });
  });

  it("says in words of the server why a run failed", async () => {
    const server = await startTestServer({ steps: [{ error: { code: "http", message: "at 10.0.0.1", status: 500 } }] });
    const id = await say(server, { message: "hi" });
    const { messages } = await get(server, `/api/threads/${id}`);
    expect(messages[1]).toMatchObject({ stopReason: "error", error: "The model's server refused the request." });
  });

  it("gives whole runs where they are short, the newest first, a page at a time, and reads no event outside the page", async () => {
    const store = openStore({ file: databaseFile() });
    onTestFinished(() => store.close());
    let read = 0;
    const counted = (journal: ReturnType<SqliteStore["journal"]>): typeof journal => {
      const { excerpt } = journal;
      journal.excerpt = async function* (range) {
        for await (const one of excerpt.call(journal, range)) {
          read += 1;
          yield one;
        }
      };
      journal.read = () => {
        throw new Error("The whole journal was read.");
      };
      return journal;
    };
    const steps = ["one", "two", "three", "four", "five"].map((text) => ({ text }));
    const writing = await startTestServer({ steps, server: { store } });
    const id = await say(writing, { message: "1" });
    for (const message of ["2", "3", "4", "5"]) await say(writing, { threadId: id, message });
    const reading = {
      ...store,
      journal: (...given: Parameters<typeof store.journal>) => counted(store.journal(...given)),
    };
    const server = await startTestServer({ server: { store: reading } });
    const contents = ({ messages }: { messages: { role: string; content: string }[] }) =>
      messages.flatMap(({ role, content }) => (role === "user" ? [content] : []));
    const newest = await get(server, `/api/threads/${id}?limit=10`);
    expect(contents(newest)).toEqual(["4", "5"]);
    const eventsOfTwoRuns = read;
    expect(eventsOfTwoRuns).toBeLessThanOrEqual(2 * 5 + 1);
    const middle = await get(server, `/api/threads/${id}?limit=10&before=${newest.before}`);
    expect(contents(middle)).toEqual(["2", "3"]);
    expect(read).toBe(2 * eventsOfTwoRuns);
    const oldest = await get(server, `/api/threads/${id}?limit=10&before=${middle.before}`);
    expect(contents(oldest)).toEqual(["1"]);
    expect(oldest).not.toHaveProperty("before");
    expect(oldest.seq).toBe(newest.seq);
  });

  it("gives the steps of a long run a page at a time, and the newest page again from where it began", async () => {
    const calls = Array.from({ length: 20 }, (_, at) => ({ name: "echo", arguments: { text: `${at}` } }));
    const steps = [...calls.map((call) => ({ toolCalls: [call] })), { text: "Done." }];
    const server = await startTestServer({ steps: [...steps, { text: "More." }] });
    const id = await say(server, { message: "Go." });
    const all = await get(server, `/api/threads/${id}?limit=1000`);
    const newest = await get(server, `/api/threads/${id}?limit=12`);
    const texts = ({ messages }: ThreadPage) =>
      messages.map((message: ThreadMessage) => (message.role === "user" ? "user" : message.parts.length));
    expect(texts(all)).toEqual(["user", 21]);
    expect(texts(newest)).toEqual(["user", 3]);
    expect(newest.messages[1]).toMatchObject({ runSeq: 1, model: "scripted", stopReason: "stop" });
    let joined = newest;
    for (let { before } = newest; before !== undefined; before = joined.before) {
      const earlier = await get(server, `/api/threads/${id}?limit=12&before=${before}`);
      expect(earlier.messages.length).toBe(1);
      joined = joinPages(earlier, joined);
    }
    expect(joined.messages).toEqual(all.messages);
    await say(server, { threadId: id, message: "And now?" });
    const again = await get(server, `/api/threads/${id}?from=${newest.before}`);
    expect(again.before).toBe(newest.before);
    expect(texts(again)).toEqual(["user", 3, "user", 1]);
  });

  it.each(["limit=0", "limit=1001", "limit=x", "before=-1", "before=x", "from=x"])(
    "refuses ?%s in one sentence",
    async (query) => {
      const server = await startTestServer();
      const id = await say(server, { message: "hi" });
      const response = await server.send(`/api/threads/${id}?${query}`);
      expect(response.status).toBe(400);
      expect((await response.json()).error).toMatch(/^[a-z]+ must be .*\.$/);
    },
  );
});
