import { openStore } from "@toolwright/store";
import { describe, expect, it } from "vitest";
import { createAgentServer } from "../src/index.ts";
import { heldModel } from "./support/held-model.ts";

const HEADERS = { authorization: "Bearer t", "content-type": "application/json" };

/** A server that a host reaches by `fetch` alone, and whose model does not answer. */
function startServer() {
  const store = openStore({ file: ":memory:" });
  const { model } = heldModel();
  const logged: string[] = [];
  const log = (message: string) => void logged.push(message);
  const logger = { debug() {}, info() {}, warn: log, error: log };
  const server = createAgentServer({
    agent: { model: "held", tools: [], config: () => ({ model, logger }) },
    store,
    token: "t",
    logger,
  });
  const send = (path: string, body?: object) =>
    server.fetch(
      new Request(`http://127.0.0.1${path}`, {
        headers: HEADERS,
        ...(body && { method: "POST", body: JSON.stringify(body) }),
      }),
    );
  return { server, store, send, logged };
}

const messages = [{ role: "user", content: "go" }];

describe("a closed server that a host reaches by fetch", () => {
  it.each([
    ["/api/chat", { message: "go" }],
    ["/v1/chat/completions", { model: "held", messages, stream: true }],
    ["/v1/responses", { model: "held", input: "go", stream: true }],
  ])("says in the stream of %s that the end is not known, and ends it", async (path, body) => {
    const { server, store, send, logged } = startServer();
    const response = await send(path, body);
    expect(response.status).toBe(200);
    await server.close();
    expect(await response.text()).toContain("is not known");
    await store.close();
    expect(logged).toEqual([]);
  });

  it.each([
    ["/v1/chat/completions", { model: "held", messages }],
    ["/v1/responses", { model: "held", input: "go" }],
  ])("answers %s that the end is not known", async (path, body) => {
    const { server, store, send, logged } = startServer();
    const answer = send(path, body);
    await expect
      .poll(async () => (await (await send("/metrics")).text()).includes("toolwright_streams_open 1"))
      .toBe(true);
    await server.close();
    const response = await answer;
    expect([response.status, await response.text()]).toEqual([502, expect.stringContaining("is not known")]);
    await store.close();
    expect(logged).toEqual([]);
  });
});
