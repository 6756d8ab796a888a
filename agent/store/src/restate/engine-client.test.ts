import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { EngineClient } from "./engine-client.ts";

describe("a client of the engine", () => {
  const servers: Server[] = [];
  afterEach(() => servers.splice(0).map((server) => server.close()));

  async function clientOf(listener: RequestListener, patienceMs: number): Promise<EngineClient> {
    const server = createServer(listener).listen(0, "127.0.0.1");
    servers.push(server);
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("There is no port.");
    const url = `http://127.0.0.1:${address.port}`;
    return new EngineClient({ ingress: url, admin: url }, new AbortController().signal, patienceMs);
  }

  it("waits for an answer that takes longer than its patience, however often the connection is lost", async () => {
    let asked = 0;
    const client = await clientOf(async (request, response) => {
      asked += 1;
      if (asked === 4) return void response.end('{"said":true}');
      await pause(700);
      request.socket.destroy();
    }, 1_000);
    expect(await client.call({ object: "Turn", key: "1", handler: "result" })).toEqual({ said: true });
    expect(asked).toBe(4);
  });

  it("gives up an engine that refuses every connection for as long as its patience lasts", async () => {
    const client = await clientOf((request) => void request.socket.destroy(), 1_000);
    await expect(client.call({ object: "Turn", key: "1", handler: "result" })).rejects.toThrow("does not answer");
  });
});
