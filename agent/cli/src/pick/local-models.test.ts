import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { localModels } from "./local-models.ts";

const servers: Server[] = [];
afterEach(() => servers.splice(0).map((server) => [server.closeAllConnections(), server.close()]));

it("finds the models of both servers, and sends nothing but the question", async () => {
  const asked: unknown[] = [];
  const found = await localModels(
    await both((request, response) => {
      asked.push([request.method, request.url, request.headers.authorization, request.headers.cookie]);
      response.end(JSON.stringify({ data: [{ id: "qwen3:8b" }, { id: "nomic-embed-text" }] }));
    }),
  );
  expect(found).toEqual([
    { spec: "ollama:qwen3:8b", baseUrl: "http://127.0.0.1:11434/v1", label: "qwen3:8b, from Ollama" },
    { spec: "litellm:qwen3:8b", baseUrl: "http://127.0.0.1:8080/v1", label: "qwen3:8b, from the server at port 8080" },
  ]);
  expect(asked).toEqual([
    ["GET", "/v1/models", undefined, undefined],
    ["GET", "/v1/models", undefined, undefined],
  ]);
});

it.each<[string, RequestListener]>([
  ["says nothing", () => undefined],
  ["says nothing more after its first byte", (_, response) => void response.write("{")],
  ["has no such page", (_, response) => void response.writeHead(404).end("{}")],
  ["sends elsewhere", (_, response) => void response.writeHead(302, { location: "http://127.0.0.1:1/" }).end()],
  ["has a page of its own there", (_, response) => void response.end("<title>Hello</title>")],
  ["has a list of another form", (_, response) => void response.end('{"data":{"id":"a"}}')],
  [
    "lists what is no name",
    (_, response) => void response.end('{"data":[null,{"id":1},{"id":"a\\u001b[2J"},{"id":""}]}'),
  ],
  ["has an endless list", (_, response) => void response.end(`{"data":[{"id":"a"}${" ".repeat(2_000_000)}]}`)],
])("finds none where the server %s, and soon", async (_, listener) => {
  const begun = performance.now();
  expect(await localModels(await both(listener))).toEqual([]);
  expect(performance.now() - begun).toBeLessThan(3_000);
});

it("finds none where nothing listens", async () => {
  expect(await localModels((url, init) => fetch(String(url).replace(/:\d+\//, ":1/"), init))).toEqual([]);
});

/** A `fetch` that finds one server at both ports. */
async function both(listener: RequestListener): Promise<typeof fetch> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return (url, init) => fetch(String(url).replace(/:\d+\//, `:${port}/`), init);
}
