import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { McpServer } from "./mcp-server.port.ts";

/** Where a server listens. */
export interface McpListenOptions {
  /** 0 takes a free one. */
  readonly port: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
}

/** A server that listens. */
export interface ListeningMcpServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Milliseconds for a request's headers, and for all of it. */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 60_000 };

/** Listens on a socket of Node. Rejects when the address cannot be had. */
export async function listenMcp(server: McpServer, options: McpListenOptions): Promise<ListeningMcpServer> {
  const { port, host = "127.0.0.1" } = options;
  const http = createServer(TIMEOUTS, (request, response) => {
    answer(server, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
    http.listen(port, host, resolve);
  });
  const { port: taken } = http.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${taken}/mcp`,
    async close() {
      http.close();
      await server.close();
      http.closeAllConnections();
    },
  };
}

async function answer(server: McpServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const aborted = new AbortController();
  response.once("close", () => aborted.abort());
  const given = await server.fetch(fetchRequest(request, aborted.signal));
  response.writeHead(given.status, [...given.headers].flat());
  if (given.body === null) return void response.end();
  const body = Readable.fromWeb(given.body as ReadableStream);
  body.on("error", () => response.destroy()).pipe(response);
}

function fetchRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const { method = "GET", headersDistinct, headers } = request;
  const pairs = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(new URL(request.url ?? "/", `http://${headers.host ?? "localhost"}`), {
    method,
    headers: pairs,
    signal,
    ...(hasBody && { body: Readable.toWeb(request) as ReadableStream<Uint8Array>, duplex: "half" }),
  });
}
