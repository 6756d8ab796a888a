import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { Api } from "./api.ts";

const UNREACHABLE = { ok: false, status: 0, error: "The server cannot be reached." };

describe("what the page asks a server", () => {
  let server: Server;
  afterEach(() => server.close());

  it("is an answer", async () => {
    const api = await apiOf((response) => response.end('{"name":"a"}'));
    expect(await api.get("/api/info")).toEqual({ ok: true, value: { name: "a" } });
  });

  it("is refused in words where the connection breaks in the middle of it", async () => {
    const api = await apiOf((response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write('{"name":', () => response.destroy());
    });
    expect(await api.get("/api/info")).toEqual(UNREACHABLE);
    expect(await api.blob("/api/info")).toEqual(UNREACHABLE);
  });

  it("is refused in words where something in between answers with a page of its own", async () => {
    const api = await apiOf((response) => {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end("<title>Sign in</title>");
    });
    expect(await api.post("/api/threads")).toEqual(UNREACHABLE);
    expect(await api.blob("/api/threads/a/export")).toEqual(UNREACHABLE);
    const { signal } = new AbortController();
    expect(await api.stream("/api/chat", { body: {}, signal })).toEqual(UNREACHABLE);
  });

  async function apiOf(answer: (response: ServerResponse) => void): Promise<Api> {
    server = createServer((_, response) => answer(response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    return new Api({ baseUrl: `http://127.0.0.1:${port}` });
  }
});
