import { Client, type ClientCapabilities, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type Logger, type Tool, ToolRegistry } from "@toolwright/core";
import { onTestFinished } from "vitest";
import { createMcpServer, listenMcp, type McpServer, type McpServerOptions } from "../../src/server.ts";

export const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** What is closed after the test, the last one first. */
export const closing = {
  push(...closes: readonly (() => unknown)[]): void {
    for (const close of closes)
      onTestFinished(async () => {
        await close();
      });
  },
};

/** A server of these tools on loopback, until the test ends. */
export async function serve(
  tools: readonly Tool[],
  options: McpServerOptions = {},
): Promise<{ readonly url: string; readonly server: McpServer; close(): Promise<void> }> {
  const server = createMcpServer(new ToolRegistry(tools), {
    ...options,
    runner: { logger: silent, ...options.runner },
  });
  const listening = await listenMcp(server, { port: 0 });
  closing.push(listening.close);
  return { ...listening, server };
}

/** What a client is, beside its address. */
export interface Connecting {
  readonly mode: "auto" | "legacy";
  /** The person of this client, who is asked in forms. */
  readonly answer?: (message: string) => object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A client of the official SDK, until the test ends. */
export async function connect(url: string, { mode, answer, headers = {} }: Connecting): Promise<Client> {
  const capabilities: ClientCapabilities = answer === undefined ? {} : { elicitation: { form: {} } };
  const client = new Client({ name: "test", version: "1" }, { capabilities, versionNegotiation: { mode } });
  if (answer !== undefined)
    client.setRequestHandler("elicitation/create", ({ params }) => answer(params.message) as { action: "accept" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  closing.push(() => client.close());
  return client;
}

/** A request of 2026-07-28 as it stands on the wire. */
export interface RawRequest {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly capabilities?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

const EXTENSIONS = { extensions: { "io.modelcontextprotocol/tasks": {} } };
/** A client whose person can be asked, with tasks. */
export const ABLE = { elicitation: { form: {} }, ...EXTENSIONS };

// biome-ignore lint/suspicious/noExplicitAny: what is looked at differs from test to test.
export async function raw(url: string, request: RawRequest): Promise<any> {
  const { method, params = {}, capabilities = ABLE, headers = {}, signal } = request;
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": capabilities,
  };
  const name = params.name ?? params.taskId ?? params.uri;
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(typeof name === "string" && { "mcp-name": name }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { _meta, ...params } }),
    ...(signal && { signal }),
  });
  const text = await response.text();
  const frames = text.startsWith("{")
    ? [text]
    : text.split("\n").flatMap((line) => (line.startsWith("data: ") ? [line.slice(6)] : []));
  return JSON.parse(frames.at(-1) ?? "{}");
}

/** Calls a tool over the wire; gives its result, or what went wrong. */
export async function callRaw(
  url: string,
  name: string,
  more: Record<string, unknown> = {},
  request: Partial<RawRequest> = {},
) {
  const { result, error } = await raw(url, {
    method: "tools/call",
    ...request,
    params: { name, arguments: {}, ...more },
  });
  return result ?? { error };
}
