import { describe, expect, it } from "vitest";
import type { Agent } from "../src/index.ts";
import { startTestServer } from "./support/test-server.ts";

const job = { id: "j1", command: "npm run dev", state: "running", startedAt: 5 } as const;

function agentWith(saved: string[], stopped: string[]): Partial<Agent> {
  return {
    rules: {
      explain: async () => [],
      remember: async () => undefined,
      saved: async () => saved,
      async forget(rule) {
        const place = saved.indexOf(rule);
        if (place === -1) return false;
        saved.splice(place, 1);
        return true;
      },
    },
    jobs: {
      list: async ({ chatId }) => (chatId === "mine" ? [job] : []),
      output: async (_, id) => (id === "j1" ? { text: "ready", isCut: false } : undefined),
      async stop(_, id) {
        stopped.push(id);
        return id === "j1";
      },
    },
    files: { find: async (words) => (words === "app" ? ["src/app.js"] : Array.from({ length: 90 }, (_, n) => `${n}`)) },
    sandbox: async () => undefined,
  };
}

describe("routes of the folder", () => {
  it("list saved rules and take them back", async () => {
    const server = await startTestServer({ agent: agentWith(["Bash(ls:*)", "Bash(git commit:*)"], []) });
    expect(await (await server.send("/api/rules")).json()).toEqual({ rules: ["Bash(ls:*)", "Bash(git commit:*)"] });
    const forget = (rule: string) => server.send(`/api/rules?rule=${encodeURIComponent(rule)}`, { method: "DELETE" });
    expect((await forget("Bash(git commit:*)")).status).toBe(204);
    expect((await forget("Bash(git commit:*)")).status).toBe(404);
    expect((await server.send("/api/rules", { method: "DELETE" })).status).toBe(400);
    expect(await (await server.send("/api/rules")).json()).toEqual({ rules: ["Bash(ls:*)"] });
    expect(await (await server.send("/api/info")).json()).toMatchObject({ rules: true, files: true, sandbox: null });
  });

  it("list jobs of a thread, show what they print, and stop them", async () => {
    const stopped: string[] = [];
    const server = await startTestServer({ agent: agentWith([], stopped) });
    expect(await (await server.send("/api/threads/mine/jobs")).json()).toEqual({ jobs: [job] });
    expect(await (await server.send("/api/threads/other/jobs")).json()).toEqual({ jobs: [] });
    expect(await (await server.send("/api/threads/mine/jobs/j1")).json()).toEqual({ text: "ready", isCut: false });
    expect((await server.send("/api/threads/mine/jobs/j9")).status).toBe(404);
    expect((await server.send("/api/threads/mine/jobs/j1/stop", { method: "POST" })).status).toBe(204);
    expect((await server.send("/api/threads/mine/jobs/j9/stop", { method: "POST" })).status).toBe(404);
    expect(stopped).toEqual(["j1", "j9"]);
  });

  it("find files by name, a bounded number of them", async () => {
    const server = await startTestServer({ agent: agentWith([], []) });
    expect(await (await server.send("/api/files?q=app")).json()).toEqual({ files: ["src/app.js"] });
    expect((await (await server.send("/api/files?q=")).json()).files).toHaveLength(50);
    expect((await server.send(`/api/files?q=${"x".repeat(300)}`)).status).toBe(400);
  });

  it("say so where the agent has none of it", async () => {
    const server = await startTestServer();
    for (const path of ["/api/rules", "/api/files?q=a"]) expect((await server.send(path)).status).toBe(501);
    expect(await (await server.send("/api/threads/any/jobs")).json()).toEqual({ jobs: [] });
    expect(await (await server.send("/api/info")).json()).not.toHaveProperty("sandbox");
  });

  it("show a piece of one file, or why it is not shown", async () => {
    const files: Agent["files"] = {
      find: async () => [],
      read: async (path, from) =>
        path === "a.txt" ? { ok: true, text: `${from}\tline` } : { ok: false, error: `${path} does not exist.` },
    };
    const server = await startTestServer({ agent: { files } });
    const read = async (query: string) => (await server.send(`/api/files?${query}`)).json();
    expect(await read("path=a.txt")).toEqual({ path: "a.txt", text: "1\tline" });
    expect(await read("path=a.txt&from=7")).toEqual({ path: "a.txt", text: "7\tline" });
    expect(await read("path=b.txt")).toEqual({ error: "b.txt does not exist." });
    expect((await server.send("/api/files?path=")).status).toBe(400);
    expect((await server.send("/api/files?path=a.txt&from=x")).status).toBe(400);
    const without = await startTestServer({ agent: { files: { find: async () => [] } } });
    expect((await without.send("/api/files?path=a.txt")).status).toBe(501);
  });
});

const offers: NonNullable<Agent["offers"]> = {
  prompts: async () => [{ server: "notes", name: "review", about: "", arguments: [] }],
  prompt: async ({ name, arguments: { language } }) =>
    name === "review"
      ? { ok: true, value: [{ type: "text", text: `Review ${language}.` }] }
      : { ok: false, error: "There is no such prompt." },
  complete: async ({ typed }) => [`${typed}pt`],
  resources: async () =>
    Array.from({ length: 90 }, (_, place) => ({ server: "notes", uri: `x://${place}`, about: "A note." })),
  resource: async ({ uri }) => ({ ok: true, value: [{ type: "text", text: `data of ${uri}` }] }),
};

describe("what MCP servers offer to a person", () => {
  it("is listed, completed and read", async () => {
    const server = await startTestServer({ agent: { offers } });
    const get = async (path: string) => (await server.send(path)).json();
    const post = async (path: string, body: object) => {
      const response = await server.send(path, { method: "POST", body });
      return [response.status, await response.json()];
    };
    expect(await get("/api/info")).toMatchObject({ offers: true });
    expect(await get("/api/mcp/prompts")).toEqual({ prompts: await offers.prompts() });
    const wanted = { server: "notes", name: "review", arguments: { language: "Rust" } };
    const content = [{ type: "text", text: "Review Rust." }];
    expect(await post("/api/mcp/prompt", wanted)).toEqual([200, { content }]);
    expect(await post("/api/mcp/prompt", { ...wanted, name: "other" })).toEqual([
      502,
      { error: "There is no such prompt." },
    ]);
    expect((await post("/api/mcp/prompt", { ...wanted, arguments: { language: 7 } }))[0]).toBe(400);
    expect((await post("/api/mcp/prompt", { ...wanted, more: 1 }))[0]).toBe(400);
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, place) => [`a${place}`, ""]));
    expect((await post("/api/mcp/prompt", { ...wanted, arguments: many }))[0]).toBe(400);
    const asked = { ...wanted, argument: "language", typed: "ty" };
    expect(await post("/api/mcp/complete", asked)).toEqual([200, { values: ["typt"] }]);
    expect((await get("/api/mcp/resources?q=NOTE")).resources).toHaveLength(50);
    expect((await get("/api/mcp/resources?q=x://89")).resources).toHaveLength(1);
    expect(await get("/api/mcp/resource?server=notes&uri=x%3A%2F%2F1")).toEqual({
      content: [{ type: "text", text: "data of x://1" }],
    });
    for (const path of [
      "/api/mcp/resource?server=notes",
      "/api/mcp/resource?uri=x",
      `/api/mcp/resources?q=${"x".repeat(300)}`,
    ])
      expect((await server.send(path)).status).toBe(400);
  });

  it("is nothing where the agent has no such servers", async () => {
    const server = await startTestServer();
    for (const path of ["/api/mcp/prompts", "/api/mcp/resources", "/api/mcp/resource?server=a&uri=b"])
      expect((await server.send(path)).status).toBe(501);
    expect(await (await server.send("/api/info")).json()).not.toHaveProperty("offers");
  });
});
