// What a store, a server and an MCP client have more of.
import { ActivityStream, defineTool, type ModelPort, runToolLoop, type Tool, ToolRegistry } from "@toolwright/core";
import { mcpTools } from "@toolwright/mcp";
import { createMcpServer, listenMcp } from "@toolwright/mcp/server";
import { createAgentServer, toFetchHandler } from "@toolwright/server";
import { openStore, type SqliteStore } from "@toolwright/store";
import { type Axis, expectThat, type Work } from "./axis.ts";

const QUIET = { debug() {}, info() {}, warn() {}, error() {} };
const TOKEN = "a-token-for-this-process";

export const SERVER_AXES: readonly Axis[] = [
  { name: "events of a thread, read", n: 250, prepare: eventsRead },
  { name: "stored messages, gone on with", n: 50, prepare: wentOn },
  { name: "threads, listed", n: 50, prepare: listed },
  { name: "threads, searched", n: 50, prepare: searched },
  { name: "tools of one MCP server", n: 25, prepare: (size) => connected({ servers: 1, tools: size }) },
  { name: "MCP servers of ten tools", n: 2, prepare: (size) => connected({ servers: size, tools: 10 }) },
];

async function eventsRead(size: number): Promise<Work> {
  const store = openStore({ file: ":memory:" });
  await talk(store, { chatId: "one", steps: Math.floor(size / 5) });
  return async () => {
    let events = 0;
    for await (const _ of store.journal({ channel: "web", chatId: "one" }).read()) events += 1;
    expectThat(events > size / 2, `${events} events`);
  };
}

/** Each work is one more message in a conversation of so many, which a server takes up from its store. */
async function wentOn(size: number): Promise<Work> {
  const store = openStore({ file: ":memory:" });
  const agent = { model: "script:growth", config: () => ({ model: asking(0), tools: [], logger: QUIET }) };
  const answer = toFetchHandler(createAgentServer({ agent, store, token: TOKEN, logger: QUIET }));
  let threadId: string | undefined;
  const say = async (message: string) => {
    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
    const body = JSON.stringify({ message, ...(threadId && { threadId }) });
    const response = await answer(new Request("http://127.0.0.1/api/chat", { method: "POST", headers, body }));
    const text = await response.text();
    expectThat(response.status === 200, text.slice(0, 200));
    threadId = response.headers.get("x-toolwright-thread") ?? undefined;
  };
  for (let at = 0; at < size; at += 1) await say(`message ${at}`);
  return async () => {
    for (let at = 0; at < 5; at += 1) await say("one more");
  };
}

async function listed(size: number): Promise<Work> {
  const store = await storeOf(size);
  return () => {
    let [seen, cursor]: [number, string | undefined] = [0, undefined];
    do {
      const page = store.threads.list({ channel: "web", ...(cursor && { cursor }) });
      seen += page.threads.length;
      cursor = page.next;
    } while (cursor !== undefined);
    expectThat(seen === size, `${seen} threads`);
  };
}

async function searched(size: number): Promise<Work> {
  const store = await storeOf(size);
  return async () => {
    const { found } = await store.threads.search({ channel: "web", words: "question", limit: 200 });
    expectThat(found.length > 0, "Nothing was found.");
  };
}

async function storeOf(threads: number): Promise<SqliteStore> {
  const store = openStore({ file: ":memory:" });
  for (let at = 0; at < threads; at += 1) await talk(store, { chatId: `thread-${at}`, steps: 1 });
  return store;
}

async function connected({ servers, tools }: { readonly servers: number; readonly tools: number }): Promise<Work> {
  const offered = Array.from({ length: tools }, (_, at) => echo(`echo_${at}`));
  const listening = await Promise.all(
    Array.from({ length: servers }, () =>
      listenMcp(createMcpServer(new ToolRegistry(offered), { runner: { logger: QUIET } }), { port: 0 }),
    ),
  );
  const named = Object.fromEntries(listening.map(({ url }, at) => [`server${at}`, { url, confirm: "never" } as const]));
  return async () => {
    const mcp = await mcpTools({ servers: named, logger: QUIET });
    expectThat(mcp.tools.length >= servers * tools, `${mcp.tools.length} tools`);
    await mcp.close();
  };
}

async function talk(store: SqliteStore, { chatId, steps }: { readonly chatId: string; readonly steps: number }) {
  const activity = new ActivityStream(store.journal({ channel: "web", chatId }));
  const config = { model: asking(steps), tools: [echo("echo")], activity, maxIterations: steps + 1 };
  const { stopReason } = await runToolLoop(config, [{ role: "user", content: `question ${chatId}` }]);
  expectThat(stopReason === "stop", `The run ended with ${stopReason}.`);
}

/** Calls a tool so many times, then answers. */
function asking(steps: number): ModelPort {
  let at = 0;
  return {
    name: "asking",
    completionStream: () => ({ stream: (async function* () {})(), final: Promise.resolve(answer(at++)) }),
  };

  function answer(step: number) {
    const message = { role: "assistant", content: step < steps ? "" : "done" } as const;
    if (step >= steps) return { message, model: "m", finishReason: "stop" } as const;
    const call = {
      id: `call-${step}`,
      type: "function",
      function: { name: "echo", arguments: `{"at":${step}}` },
    } as const;
    return { message, model: "m", finishReason: "tool_calls", toolCalls: [call] } as const;
  }
}

function echo(name: string): Tool {
  const execute = (input: object) => JSON.stringify(input);
  return defineTool({ name, description: "Says it back.", input: { type: "object" }, effects: "read", execute });
}
