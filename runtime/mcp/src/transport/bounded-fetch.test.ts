import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { boundedFetch } from "./bounded-fetch.ts";

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const POST = { method: "POST", headers: { "x-key": "sk-0123456789" }, body: "{}" };

it("follows a redirect within an origin, with the method and the body", async () => {
  const here = await serve((request, response) => {
    if (request.url === "/mcp") return response.writeHead(307, { location: "/mcp/" }).end();
    return response.end(`${request.method} ${request.url} ${request.headers["x-key"]}`);
  });
  expect(await (await boundedFetch(`${here}/mcp`, POST)).text()).toBe("POST /mcp/ sk-0123456789");
});

it("sends nothing to another origin, and does not go round without end", async () => {
  let heard = 0;
  const elsewhere = await serve((_request, response) => {
    heard += 1;
    response.end();
  });
  const away = await serve((_request, response) => void response.writeHead(307, { location: elsewhere }).end());
  await expect(boundedFetch(away, POST)).rejects.toThrow(`it sends requests on to ${elsewhere}/ (HTTP 307)`);
  expect(heard).toBe(0);
  const round = await serve((_request, response) => void response.writeHead(308, { location: "/" }).end());
  await expect(boundedFetch(round, POST)).rejects.toThrow("more than 5 times");
});

it.each([
  ["lines of one event", (line: string) => line],
  ["one line", (line: string) => line.replaceAll("\n", " ")],
])("ends a stream with an event of %s that is too long", async (_what, written) => {
  const lines = written(`data: ${"x".repeat(2 ** 10)}\n`.repeat(2 ** 10));
  const url = await serve((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const more = (): void => {
      while (!response.destroyed && response.write(lines));
      response.once("drain", more);
    };
    more();
  });
  const read = async () => {
    for await (const _ of (await boundedFetch(url)).body ?? []);
  };
  await expect(read()).rejects.toThrow("a message is longer than");
});

it("lets a stream of short events be as long as it is, however it is cut", async () => {
  const events = "data: x\r\n\r\ndata: yy\n\n".repeat(3);
  const short = `data: ${"y".repeat(2 ** 10)}\n\n`;
  const url = await serve((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const character of events) response.write(character);
    for (let count = 0; count < 70; count += 1) response.write(short.repeat(1_000));
    response.end();
  });
  let bytes = 0;
  for await (const chunk of (await boundedFetch(url)).body ?? []) bytes += chunk.length;
  expect(bytes).toBe(events.length + 70 * 1_000 * short.length);
});

it("leaves a request alone that Node refused after its headers, and ends one that goes on", async () => {
  const signals: AbortSignal[] = [];
  let isRefused = true;
  const stop = new AbortController();
  vi.stubGlobal("fetch", async (_url: URL, init: RequestInit) => {
    if (init.signal) signals.push(init.signal);
    if (isRefused) throw new TypeError("fetch failed", { cause: new Error("too many content-encodings in response") });
    return new Response(new ReadableStream());
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  await expect(boundedFetch("http://here/", { signal: stop.signal })).rejects.toThrow("fetch failed");
  isRefused = false;
  await boundedFetch("http://here/", { signal: stop.signal });
  stop.abort();
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
});
