import { describe, expect, it } from "vitest";
import type { Agent, ModelPicking } from "../src/index.ts";
import { startTestServer } from "./support/test-server.ts";

const KEY = "sk-proj-0123456789abcdef";

describe("a model that a person picks", () => {
  it("is looked for only when somebody says so, and is the usual one once it is picked", async () => {
    const { agent, calls } = withoutModel();
    const server = await startTestServer({ agent });
    const { picking, model } = await (await server.send("/api/info")).json();
    expect([picking, model]).toEqual([{ providers: ["OpenAI"], recorded: RECORDED }, "offline"]);
    expect(calls).toEqual([]);
    const post = (path: string, body: unknown) => server.send(path, { method: "POST", body: JSON.stringify(body) });
    expect(await (await post("/api/models/look", {})).json()).toEqual({ models: [{ model: "ollama:a", label: "a" }] });
    const refused = await post("/api/models/pick", { model: "ollama:b" });
    expect([refused.status, await refused.json()]).toEqual([422, { error: "No such model was found; look again." }]);
    expect((await post("/api/models/pick", { model: "ollama:a" })).status).toBe(204);
    const after = await (await server.send("/api/info")).json();
    expect([after.picking, after.model]).toEqual([undefined, "ollama:a"]);
    expect((await post("/api/models/pick", { model: "ollama:a" })).status).toBe(501);
    expect((await post("/api/models/look", {})).status).toBe(501);
  });

  it("is picked by a key that no answer holds", async () => {
    const { agent, calls } = withoutModel();
    const server = await startTestServer({ agent });
    const post = (body: unknown) => server.send("/api/models/pick", { method: "POST", body: JSON.stringify(body) });
    for (const wrong of [
      {},
      { key: "" },
      { key: KEY, model: "a" },
      { key: KEY, provider: 1 },
      { key: KEY, baseUrl: "http://x" },
    ]) {
      const answer = await post(wrong);
      expect(answer.status).toBe(400);
      expect(await answer.text()).not.toContain(KEY);
    }
    expect((await post({ key: KEY, provider: "OpenAI" })).status).toBe(204);
    expect(calls).toEqual([[KEY, "OpenAI"]]);
    expect(await (await server.send("/api/info")).text()).not.toContain(KEY);
  });

  it("is picked by nobody where nobody may configure the agent", async () => {
    const { agent, calls } = withoutModel();
    const server = await startTestServer({ agent, server: { may: { configure: false } } });
    expect((await (await server.send("/api/info")).json()).picking).toBe(undefined);
    for (const [path, body] of [
      ["look", {}],
      ["pick", { key: KEY, provider: "OpenAI" }],
    ] as const)
      expect((await server.send(`/api/models/${path}`, { body })).status).toBe(403);
    expect(calls).toEqual([]);
  });

  it("is not offered by an agent that has one", async () => {
    const server = await startTestServer({});
    expect((await server.send("/api/models/look", { method: "POST", body: "{}" })).status).toBe(501);
  });
});

const RECORDED = { model: "recorded session", message: "Do it." };

function withoutModel(): { readonly agent: Partial<Agent>; readonly calls: unknown[] } {
  let model = "offline";
  const calls: unknown[] = [];
  const picking: ModelPicking = {
    providers: ["OpenAI"],
    recorded: RECORDED,
    look: async () => [{ model: "ollama:a", label: "a" }],
    async use(picked) {
      if (picked !== "ollama:a") return "No such model was found; look again.";
      model = picked;
      return undefined;
    },
    async useKey(key, provider) {
      calls.push([key, provider]);
      return undefined;
    },
  };
  const agent: Partial<Agent> = {
    get model() {
      return model;
    },
    get picking() {
      return model === "offline" ? picking : undefined;
    },
  };
  return { agent, calls };
}
