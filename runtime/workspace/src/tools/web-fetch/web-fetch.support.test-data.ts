import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createMemoryOutputCache, type JsonObject, type Tool, ToolRegistry, ToolRunner } from "@toolwright/core";
import { onTestFinished } from "vitest";
import { FETCHER } from "../../web/fetcher.port.ts";
import { createNodeFetcher, type NodeFetcherOptions } from "../../web/node-fetcher.adapter.ts";
import { type FetchLimits, webFetchTool } from "./web-fetch.tool.ts";

/** Answers a request of the tool. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A real server on this machine, reached under the name `site.test`. */
export interface TestSite {
  readonly port: number;
  readonly tool: Tool;
  readonly requests: IncomingMessage[];
  /** What names stand for. */
  readonly names: Map<string, readonly string[]>;
  url(path: string, host?: string): string;
  fetch(url: string, args?: JsonObject): Promise<Fetched>;
  close(): Promise<void>;
}

interface Fetched {
  readonly text: string;
  readonly result: Awaited<ReturnType<ToolRunner["exec"]>>["result"];
}

/** Starts a server and a tool that may reach it. It is closed with its test, if the test has not done that. */
export async function testSite(
  answer: Answer,
  options: Partial<FetchLimits> & { readonly fetcher?: NodeFetcherOptions } = {},
): Promise<TestSite> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const names = new Map<string, readonly string[]>([["site.test", ["127.0.0.1"]]]);
  const { fetcher: more, ...limits } = options;
  const fetcher = createNodeFetcher({
    resolve: async (hostname) => names.get(hostname) ?? [],
    permit: (target) => target.address === "127.0.0.1" && target.port === port,
    ...more,
  });
  const tool = webFetchTool(limits);
  const runner = runnerFor(fetcher, tool);
  let closing: Promise<unknown> | undefined;
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  const closeOnce = async () => void (await (closing ??= close()));
  onTestFinished(closeOnce);
  return {
    port,
    tool,
    requests,
    names,
    url: (path, host = "site.test") => `http://${host}:${port}${path}`,
    async fetch(url, args = {}) {
      const { result, message } = await runner.exec({ name: "web_fetch", arguments: { url, ...args } });
      return { result, text: String(message.content) };
    },
    close: closeOnce,
  };
}

function runnerFor(fetcher: unknown, tool: Tool): ToolRunner {
  const cache = createMemoryOutputCache();
  const overrides = new Map([[FETCHER.id, () => fetcher]]);
  return new ToolRunner({ registry: new ToolRegistry([tool]), overrides, outputCache: cache, cacheTools: true });
}
