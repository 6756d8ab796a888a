import { rmSync } from "node:fs";
import { join } from "node:path";
import { defineTool, type ModelPort, type Tool, type ToolLoopConfig } from "@toolwright/core";
import { type ScriptStep, scripted } from "@toolwright/models";
import { type Agent, type AgentServerOptions, createAgentServer, startNodeServer } from "@toolwright/server";
import { openStore, type SqliteStore as Store, type StoreOptions } from "@toolwright/store";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { quickFolder } from "../../../store/test/quick-folder.ts";

export const TOKEN = "a-token-for-tests";

/** What a test starts with. */
export interface TestServerOptions {
  readonly model?: ModelPort;
  readonly steps?: readonly ScriptStep[];
  readonly tools?: readonly Tool[];
  readonly config?: Partial<ToolLoopConfig>;
  readonly agent?: Partial<Agent>;
  readonly server?: Partial<AgentServerOptions>;
  readonly file?: string;
  readonly store?: Partial<StoreOptions>;
}

/**
 * A real server on a real socket, with a database of its own. It is closed with its test, if the test has not done
 * that.
 */
export interface TestServer {
  readonly url: string;
  readonly store: Store;
  readonly file: string;
  /** A request with the token; an object is sent as JSON. */
  send(path: string, options?: Omit<RequestInit, "body"> & { readonly body?: unknown }): Promise<Response>;
  close(): Promise<void>;
}

/** For a new database, in a folder of its own that goes with the test. */
export function databaseFile(): string {
  const folder = quickFolder("toolwright-server-");
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "threads.sqlite");
}

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const file = options.file ?? databaseFile();
  const store = openStore({ file, pollMs: 20, ...options.store });
  const tools = options.tools ?? [echoTool];
  const model = options.model ?? scripted(options.steps ?? [{ text: "Hello." }]);
  const usual: Agent = {
    model: "script:test",
    config: () => ({ model, tools, logger: QUIET, ...options.config }),
  };
  // Getters stay getters: what an agent says of itself may change.
  const agent = Object.defineProperties(usual, Object.getOwnPropertyDescriptors(options.agent ?? {}));
  const server = createAgentServer({ agent, store, token: TOKEN, logger: QUIET, ...options.server });
  const running = await startNodeServer(server, { port: 0 });
  const url = `http://127.0.0.1:${running.port}`;
  let closing: Promise<void> | undefined;
  const close = async () => {
    await running.close();
    store.close();
  };
  const closeOnce = () => (closing ??= close());
  onTestFinished(closeOnce);
  return {
    url,
    store,
    file,
    send: (path, { body, headers, ...rest } = {}) =>
      fetch(`${url}${path}`, {
        ...rest,
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
        method: rest.method ?? (body === undefined ? "GET" : "POST"),
        headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json", ...headers },
      }),
    close: closeOnce,
  };
}

/** The thread that an answer is of. */
export function threadIdOf(response: Response): string {
  return response.headers.get("x-toolwright-thread") ?? "";
}

/** Says something, waits for all of the answer, and resolves to the thread. */
export async function say({ send }: TestServer, body: object): Promise<string> {
  const response = await send("/api/chat", { body });
  await response.text();
  return threadIdOf(response);
}

export const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

export const echoTool = defineTool({
  name: "echo",
  description: "Says it again.",
  input: z.object({ text: z.string() }),
  output: z.object({ said: z.string(), hidden: z.string() }),
  allowlist: ["said"],
  effects: "read",
  execute: async ({ text }) => ({ said: text, hidden: "internal" }),
});

/** Asks before it runs, and counts how often it did. */
export function askingTool(ran: string[]): Tool {
  return defineTool({
    name: "deploy",
    description: "Deploys.",
    input: z.object({ to: z.string() }),
    allowlist: "all",
    effects: "external",
    requiresConfirmation: true,
    async execute({ to }) {
      ran.push(to);
      return `deployed to ${to}`;
    },
  });
}
