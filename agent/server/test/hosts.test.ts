import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { scripted } from "@toolwright/models";
import { createAgentServer, toFetchHandler, toNodeHandler } from "@toolwright/server";
import { openStore } from "@toolwright/store";
import { describe, expect, it, onTestFinished } from "vitest";
import { QUIET } from "./support/test-server.ts";

function agentServer() {
  const store = openStore({ file: ":memory:" });
  const agent = { model: "m", config: () => ({ model: scripted([{ text: "Hello." }]), logger: QUIET }) };
  const server = createAgentServer({ agent, store, token: "t", logger: QUIET });
  onTestFinished(async () => {
    await server.close();
    store.close();
  });
  return server;
}

/** A host on a socket. */
async function listening(listener: RequestListener): Promise<string> {
  const host = createServer(listener);
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void host.close().closeAllConnections());
  return `http://127.0.0.1:${Object(host.address()).port}`;
}

const headers = { authorization: "Bearer t", "content-type": "application/json" };
/** The end of a run that has answered. */
const WHOLE = /^0:"H.*^d:.*"finishReason":"stop"/ms;
const said = { method: "POST", headers, body: JSON.stringify({ message: "Hi." }) };

describe("a server in a host that has other routes", () => {
  it("answers behind a prefix, and only there", async () => {
    const handle = toFetchHandler(agentServer(), { prefix: "/in/agent" });
    const ask = (path: string, init: RequestInit = { headers }) => handle(new Request(`http://127.0.0.1${path}`, init));
    expect(await (await ask("/in/agent/api/chat", said)).text()).toMatch(WHOLE);
    expect((await (await ask("/in/agent/api/threads?limit=1")).json()).threads).toHaveLength(1);
    expect((await ask("/in/agent/healthz")).status).toBe(200);
    for (const path of ["/api/threads", "/in/agents/api/threads", "/in", "/in/agent/in/agent/healthz"])
      expect((await ask(path)).status).toBe(404);
  });

  it("answers on Node's http, behind a prefix or where the host has taken it away", async () => {
    const server = agentServer();
    const whole = await listening(toNodeHandler(server, { prefix: "/agent" }));
    expect(await (await fetch(`${whole}/agent/api/chat`, said)).text()).toMatch(WHOLE);
    expect((await fetch(`${whole}/api/threads`, { headers })).status).toBe(404);
    const handle = toNodeHandler(server);
    const mounted = await listening((request, response) => {
      request.url = request.url?.replace("/agent", "");
      void handle(request, response);
    });
    expect(await (await fetch(`${mounted}/agent/api/chat`, said)).text()).toMatch(WHOLE);
  });

  it("says what is wrong where the host has read the body before", async () => {
    const handle = toNodeHandler(agentServer());
    const readFirst = async (request: IncomingMessage, ...rest: [Parameters<typeof handle>[1]]) => {
      for await (const _ of request);
      await handle(request, ...rest);
    };
    const url = await listening((...given) => void readFirst(...given));
    const response = await fetch(`${url}/api/chat`, said);
    expect([response.status, (await response.json()).error]).toEqual([500, expect.stringContaining("express.json()")]);
    expect((await fetch(`${url}/api/threads`, { headers })).status).toBe(200);
  });

  it("is refused where it is none, or the prefix is none", () => {
    const server = agentServer();
    for (const prefix of ["agent", "/agent/", "/", "", "/a b"])
      for (const make of [toFetchHandler, toNodeHandler])
        expect(() => make(server, { prefix })).toThrow(/prefix must be the beginning of a path/);
    expect(() => toFetchHandler(server, { base: "/agent" } as never)).toThrow(/no option "base"/);
    expect(() => Reflect.apply(toNodeHandler, undefined, [{}])).toThrow(/a server/);
  });
});
