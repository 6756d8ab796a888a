import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import { aCount, aText, checkOptions } from "@toolwright/core/internal";
import type { McpServer } from "../mcp-server.port.ts";
import { MAX_BODY } from "./http-handler.ts";

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

/**
 * Listens on a socket of Node. Rejects when the address cannot be had, and with a `TypeError` for an option that cannot
 * be.
 */
export async function listenMcp(server: McpServer, options: McpListenOptions): Promise<ListeningMcpServer> {
  checkOptions<McpListenOptions>(options, {
    of: "listenMcp",
    rules: { port: aCount(0), host: aText },
    needed: ["port"],
  });
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
  const body = await bodyOf(request);
  if (body === undefined) return void response.writeHead(413, { connection: "close" }).end();
  const aborted = new AbortController();
  response.once("close", () => aborted.abort());
  const given = await server.fetch(fetchRequest(request, body, aborted.signal));
  response.writeHead(given.status, [...given.headers].flat());
  await pipeline(given.body ?? [], response);
}

/** Undefined for a longer one than a server reads. */
async function bodyOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BODY) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function fetchRequest(request: IncomingMessage, body: Buffer<ArrayBuffer>, signal: AbortSignal): Request {
  const { method = "GET", headersDistinct, headers } = request;
  const pairs = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const url = new URL(request.url ?? "/", `http://${headers.host ?? "localhost"}`);
  return new Request(url, { method, headers: pairs, signal, body: body.length === 0 ? null : body });
}
