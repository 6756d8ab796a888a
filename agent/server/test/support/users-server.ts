import { setTimeout as pause } from "node:timers/promises";
import {
  type Conversation,
  defineTool,
  type LlmCompletionResult,
  type LlmToolCall,
  type ModelPort,
  type Tool,
} from "@toolwright/core";
import { type Agent, type AgentServerOptions, createAgentServer, type Permissions } from "@toolwright/server";
import { openStore, type SqliteStore } from "@toolwright/store";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { databaseFile, QUIET } from "./test-server.ts";

/** Two of one channel, and one of the same name in another channel. */
export const USERS = { alice: "shop/alice", bob: "shop/bob", other: "branch/alice" } as const;

export interface UsersServerOptions {
  readonly file?: string;
  readonly agent?: Partial<Agent>;
  readonly server?: Partial<AgentServerOptions>;
  /** What each user may do: all, unless it says otherwise. */
  readonly may?: Record<string, Partial<Permissions>>;
  readonly deps?: Record<string, Record<string, unknown>>;
}

/** A server for users who say their channel and name in a header, and requests of each. */
export interface UsersServer {
  readonly store: SqliteStore;
  readonly file: string;
  as(user: string): Sender;
  close(): Promise<void>;
}

export interface Sender {
  readonly send: (path: string, options?: Sent) => Promise<Response>;
  /** Says something, waits for all of the answer, and resolves to the thread. */
  say(message: string, body?: object): Promise<string>;
  /** The first question that waits. */
  asked(): Promise<{ readonly approvalId: string; readonly threadId: string; readonly toolName: string }>;
}

interface Sent extends Omit<RequestInit, "body"> {
  readonly body?: unknown;
}

const ALL: Permissions = { run: true, read: true, approve: true, configure: true };

export async function startUsersServer(options: UsersServerOptions = {}): Promise<UsersServer> {
  const { file = databaseFile(), may = {}, deps = {} } = options;
  const store = openStore({ file, pollMs: 20 });
  const agent: Agent = {
    model: "said",
    config: () => ({ model: saidModel, tools: saidTools, logger: QUIET }),
    ...options.agent,
  };
  const server = createAgentServer({
    agent,
    store,
    logger: QUIET,
    authenticate({ headers }) {
      const name = headers.get("x-user");
      const [channel, user] = name?.split("/") ?? [];
      if (name === null || channel === undefined || user === undefined) return undefined;
      const own = deps[name];
      return { channel, user, may: may[name] ?? ALL, ...(own && { deps: own }) };
    },
    ...options.server,
  });
  server.resume();
  let closing: Promise<void> | undefined;
  const close = async () => {
    await server.close();
    store.close();
  };
  const closeOnce = () => (closing ??= close());
  onTestFinished(closeOnce);
  const as = (user: string): Sender => {
    const send: Sender["send"] = async (path, { body, headers, ...rest } = {}) =>
      server.fetch(
        new Request(`http://127.0.0.1${path}`, {
          ...rest,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          method: rest.method ?? (body === undefined ? "GET" : "POST"),
          headers: { "x-user": user, "content-type": "application/json", ...headers },
        }),
      );
    return {
      send,
      async say(message, body = {}) {
        const response = await send("/api/chat", { body: { message, ...body } });
        await response.text();
        return response.headers.get("x-toolwright-thread") ?? "";
      },
      async asked() {
        for (;;) {
          const { approvals } = await (await send("/api/approvals")).json();
          if (approvals.length > 0) return approvals[0];
          await pause(5);
        }
      },
    };
  };
  return { store, file, as, close: closeOnce };
}

/** Does what a user says: calls the tools whose names are said, and repeats the words. */
export const saidModel: ModelPort = {
  name: "said",
  completionStream({ messages }) {
    const last = messages.findLast(({ role }) => role === "user");
    const words = typeof last?.content === "string" ? last.content : JSON.stringify(last?.content ?? "");
    const isDone = messages.at(-1)?.role === "tool";
    const named = isDone ? [] : saidTools.map(({ name }) => name).filter((name) => words.includes(name));
    const calls = named.map((name): LlmToolCall => {
      const id = `${name}-${crypto.randomUUID()}`;
      return { id, type: "function", function: { name, arguments: JSON.stringify({ words }) } };
    });
    return { stream: said(words), final: Promise.resolve(answer(words, calls)) };
  },
};

async function* said(words: string) {
  yield { type: "text_delta", delta: `Heard: ${words}` } as const;
}

function answer(words: string, calls: readonly LlmToolCall[]): LlmCompletionResult {
  const content = `Heard: ${words}`;
  if (calls.length === 0) return { message: { role: "assistant", content }, model: "said", finishReason: "stop" };
  const message = { role: "assistant", content, tool_calls: calls } as const;
  return { message, model: "said", finishReason: "tool_calls", toolCalls: calls };
}

function tool(name: string, execute: (words: string, deps: Readonly<Record<string, unknown>>) => unknown): Tool {
  return defineTool({
    name,
    description: `The tool ${name}.`,
    input: z.object({ words: z.string() }),
    allowlist: "all",
    effects: "external",
    requiresConfirmation: name === "deploy" || name === "publish",
    execute: async ({ words }, { deps }) => execute(words, deps),
  });
}

export const saidTools: readonly Tool[] = [
  tool("deploy", (words) => `deployed: ${words}`),
  tool("publish", (words) => `published: ${words}`),
  tool("whose", (_, deps) => `with ${JSON.stringify(deps)}`),
  tool("large", () => "line\n".repeat(20_000)),
  tool("picture", (words) => [
    { type: "file", mediaType: "text/plain", name: "words.txt", data: Buffer.from(words).toString("base64") },
  ]),
];

/** The parts of an agent that know one thread, whose runs have changed a file. */
export function partsFor(isKnown: (conversation: Conversation) => boolean, runId: () => string): Partial<Agent> {
  const file = { path: "secret.txt", change: "created" } as const;
  const reversed = { lines: ["Undid it."], done: true, conflicts: [] };
  return {
    undo: {
      turns: async (conversation) =>
        isKnown(conversation) ? [{ runId: runId(), files: [file], isUndone: false }] : [],
      reverse: async ({ conversation }) => (isKnown(conversation) ? reversed : undefined),
      net: async (runs) =>
        runs.some(({ conversation }) => isKnown(conversation))
          ? [{ path: "secret.txt", change: "created", hunks: [], added: 1, removed: 0 }]
          : [],
      reverseHunk: async () => reversed,
    },
    commits: {
      plan: async (files) => ({ ok: true, value: { files, untracked: [], subjects: [] } }),
      call: ({ message }) => ({ ok: true, value: { name: "whose", arguments: { words: message } } }),
      configure: (config) => config,
    },
    jobs: {
      list: async (conversation) =>
        isKnown(conversation) ? [{ id: "j1", command: "secret", state: "running", startedAt: 1 }] : [],
      output: async (conversation) => (isKnown(conversation) ? { text: "secret", isCut: false } : undefined),
      stop: async (conversation) => isKnown(conversation),
    },
    rules: {
      explain: async ({ toolName }) => [`${toolName}(*)`],
      remember: async () => undefined,
      rememberForSession: async () => undefined,
      saved: async () => ["deploy(*)"],
      forget: async () => true,
    },
    files: { find: async () => ["shared.txt"], read: async () => ({ ok: true, text: "shared" }) },
  };
}
