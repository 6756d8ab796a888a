import { readFileSync } from "node:fs";
import type { BudgetLimits } from "@toolwright/core";
import { conversationKey } from "@toolwright/core/internal";
import type { AgentConfiguration, AgentServerOptions } from "@toolwright/server";
import type { ConfigurationChange, WantedModel, WantedServer } from "@toolwright/view/internal";
import { describe, expect, it } from "vitest";
import { say, startTestServer } from "./support/test-server.ts";

const KEY = "sk-proj-0123456789abcdefghij";
const SECRET = "ghp_0123456789abcdefghij0123456789abcdef";

const EVERY_ROUTE: readonly (readonly [method: string, path: string, body?: object])[] = [
  ["GET", "/api/configuration"],
  ["GET", "/api/configuration/changes"],
  ["POST", "/api/configuration/models", { key: KEY }],
  ["PUT", "/api/configuration/models/usual", { model: "a" }],
  ["DELETE", "/api/configuration/models?model=a"],
  ["POST", "/api/configuration/servers", { name: "a", command: "true" }],
  ["DELETE", "/api/configuration/servers?name=a"],
  ["PUT", "/api/configuration/instructions", { text: "", basis: "" }],
  ["PUT", "/api/configuration/budget", { limits: {} }],
];

describe("who may configure an agent", () => {
  it.each<[string, Partial<AgentServerOptions>]>([
    ["somebody who may not", { may: { configure: false } }],
    ["anybody on a host other than loopback", { loopbackOnly: false }],
  ])("is not %s", async (_, options) => {
    const { configuration, calls } = setUp();
    const server = await startTestServer({ agent: { configuration }, server: options });
    for (const [method, path, body] of EVERY_ROUTE) {
      const refused = await server.send(path, { method, ...(body && { body }) });
      expect([path, refused.status]).toEqual([path, 403]);
      expect((await refused.json()).error).toMatch(/^Nobody may change how the agent is set up here; [^.]+\.$/);
    }
    expect(calls).toEqual([]);
    expect((await (await server.send("/api/info")).json()).configuration).toBe(undefined);
  });

  it.each<[string, Partial<AgentServerOptions>]>([
    ["on loopback", {}],
    ["elsewhere where the server says so", { loopbackOnly: false, may: { configure: true } }],
  ])("is who has the token, %s", async (_, options) => {
    const server = await startTestServer({ agent: { configuration: setUp().configuration }, server: options });
    expect((await (await server.send("/api/info")).json()).configuration).toBe(true);
    expect((await server.send("/api/configuration")).status).toBe(200);
    const headers = { authorization: "Bearer wrong" };
    for (const [method, path] of EVERY_ROUTE)
      expect((await server.send(path, { method, headers })).status, path).toBe(401);
    const foreign = { origin: "http://evil.example" };
    for (const [method, path] of EVERY_ROUTE)
      expect((await server.send(path, { method, headers: foreign })).status, path).toBe(403);
  });

  it.each([
    { forwarded: "for=203.0.113.9;proto=https;host=agent.example" },
    { "x-forwarded-for": "203.0.113.9" },
    { "x-forwarded-host": "agent.example" },
    { "x-forwarded-proto": "https" },
    { "x-real-ip": "203.0.113.9" },
    { via: "1.1 proxy" },
  ])("is nobody who comes through a proxy, unless the server says so: %j", async (forwarding) => {
    const headers = { ...forwarding, origin: "https://agent.example" };
    const { configuration, calls } = setUp();
    const behind = { origins: ["https://agent.example"] };
    const server = await startTestServer({ agent: { configuration }, server: behind });
    for (const [method, path, body] of EVERY_ROUTE)
      expect([path, (await server.send(path, { method, headers, ...(body && { body }) })).status]).toEqual([path, 403]);
    expect(calls).toEqual([]);
    expect((await (await server.send("/api/info", { headers })).json()).configuration).toBe(undefined);
    const may = { configure: true };
    const open = await startTestServer({ agent: { configuration }, server: { ...behind, may } });
    expect((await open.send("/api/configuration", { headers })).status).toBe(200);
  });

  it("is nobody where the agent offers nothing of it", async () => {
    const server = await startTestServer({});
    for (const [method, path, body] of EVERY_ROUTE)
      expect((await server.send(path, { method, ...(body && { body }) })).status, path).toBe(501);
  });

  it("is told of an option that is none", async () => {
    const server = startTestServer({ server: Object({ may: { configur: true } }) });
    await expect(server).rejects.toThrow(/configur/);
  });
});

describe("a configuration", () => {
  it("changes as it is told, each change in the record, and no key in any answer, log, record or file", async () => {
    const logged: unknown[] = [];
    const log = (...line: unknown[]) => void logged.push(line);
    const { configuration, calls } = setUp();
    const server = await startTestServer({
      agent: { configuration },
      server: { logger: { debug: log, info: log, warn: log, error: log } },
    });
    const threadId = await say(server, { message: "Hello." });
    const answers: string[] = [];
    const send = async (method: string, path: string, body?: object) => {
      const response = await server.send(path, { method, ...(body && { body }) });
      const text = await response.text();
      answers.push(text);
      return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
    };
    expect(await send("POST", "/api/configuration/models", { key: KEY, provider: "OpenAI" })).toMatchObject({
      status: 204,
    });
    const address = `https://ada:${SECRET}@models.example/v1?key=${SECRET}`;
    expect((await send("POST", "/api/configuration/models", { address, name: "big", key: KEY })).status).toBe(204);
    expect((await send("PUT", "/api/configuration/models/usual", { model: "nowhere" })).status).toBe(422);
    expect((await send("DELETE", "/api/configuration/models?model=big")).status).toBe(204);
    const added = { name: "hub", command: "npx", args: ["hub", "--key", SECRET], env: { HUB_TOKEN: SECRET } };
    const asked = await send("POST", "/api/configuration/servers", added);
    expect(asked.body).toEqual({
      adds: { name: "hub", command: ["npx", "hub", "--key", SECRET], variables: ["HUB_TOKEN"] },
      confirm: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    // The person has typed it, and sees the whole command: this answer alone has what stands among its words.
    answers.pop();
    expect(calls.filter(([name]) => name === "servers.add")).toEqual([]);
    const { confirm } = asked.body;
    for (const other of [
      { ...added, args: ["other"], confirm },
      { ...added, env: { HUB_TOKEN: "x" }, confirm },
      { ...added, confirm: "yes" },
    ])
      expect((await send("POST", "/api/configuration/servers", other)).status).toBe(409);
    expect(calls.filter(([name]) => name === "servers.add")).toEqual([]);
    expect((await send("POST", "/api/configuration/servers", { ...added, confirm })).status).toBe(204);
    expect(calls).toContainEqual(["servers.add", added]);
    expect((await send("DELETE", "/api/configuration/servers?name=hub")).status).toBe(204);
    expect((await send("PUT", "/api/configuration/instructions", { text: "Use tabs.", basis: "old" })).status).toBe(
      409,
    );
    expect((await send("PUT", "/api/configuration/instructions", { text: "Use tabs.", basis: "b1" })).status).toBe(204);
    expect((await send("PUT", "/api/configuration/budget", { limits: { maxCostUsd: 2 } })).status).toBe(204);
    expect((await send("PUT", "/api/configuration/budget", { threadId, limits: { maxTokens: 5 } })).status).toBe(204);
    expect((await send("PUT", "/api/configuration/budget", { threadId: "no", limits: {} })).status).toBe(404);
    expect((await send("GET", `/api/configuration?thread=${threadId}`)).body.budget).toEqual({
      usual: { maxCostUsd: 2 },
      thread: { maxTokens: 5 },
    });
    const { changes } = (await send("GET", "/api/configuration/changes")).body;
    expect(changes.toReversed().map(({ kind, about, refused }: ConfigurationChange) => [kind, about, refused])).toEqual(
      [
        ["model_added", "the usual model of OpenAI, with a key", undefined],
        ["model_added", "big at https://models.example/v1, with a key", undefined],
        ["model_chosen", "nowhere", undefined],
        ["model_chosen", "nowhere", "There is no such model."],
        ["model_removed", "big", undefined],
        [
          "server_added",
          expect.stringMatching(/^hub: \["npx","hub","--key",".*"\], with the variables HUB_TOKEN$/),
          undefined,
        ],
        ["server_removed", "hub", undefined],
        ["instructions_changed", "AGENTS.md, from 3 to 9 characters", undefined],
        ["budget_changed", "$2 for every thread without its own", undefined],
        ["budget_changed", `5 tokens for the thread ${threadId}`, undefined],
      ],
    );
    await server.close();
    const stored = ["", "-wal"].map((end) => contentOf(`${server.file}${end}`)).join("");
    const everything = [...answers, JSON.stringify(logged), stored].join("\n");
    expect(everything).toContain("hub");
    expect([everything.includes(KEY), everything.includes(SECRET)]).toEqual([false, false]);
  });

  it("changes nothing where the record cannot be kept", async () => {
    const { configuration, calls } = setUp();
    const record = () => Promise.reject(new Error("The disk is full."));
    const server = await startTestServer({ agent: { configuration: { ...configuration, record } } });
    expect((await server.send("/api/configuration/models", { body: { key: KEY } })).status).toBe(500);
    expect(calls).toEqual([]);
  });

  it("says in the record that a change failed, without the key that the failure names", async () => {
    const { configuration } = setUp();
    const add = () => Promise.reject(new Error(`No space left for ${KEY}.`));
    const models = { ...configuration.models, ...Object({ add }) };
    const server = await startTestServer({ agent: { configuration: { ...configuration, models } } });
    const failed = await server.send("/api/configuration/models", { body: { key: KEY } });
    expect([failed.status, (await failed.text()).includes(KEY)]).toEqual([500, false]);
    const { changes } = await (await server.send("/api/configuration/changes")).json();
    expect(changes.map(({ refused }: ConfigurationChange) => refused)).toEqual([
      expect.stringMatching(/^It failed: No space left for (?!.*sk-proj)/),
      undefined,
    ]);
  });

  it.each<[path: string, method: string, body: unknown, status: number]>([
    ["models", "POST", {}, 400],
    ["models", "POST", { key: KEY, address: "http://x", name: "a", extra: 1 }, 400],
    ["models", "POST", { key: "x".repeat(1_001) }, 400],
    ["models", "DELETE", undefined, 400],
    ["servers", "POST", { name: "a", command: "a", url: "http://x" }, 400],
    ["servers", "POST", { name: "a", command: "a", args: Array(101).fill("a") }, 400],
    ["servers", "DELETE", undefined, 400],
    ["instructions", "PUT", { text: "x".repeat(300_000), basis: "b1" }, 400],
    ["budget", "PUT", { limits: { maxTokens: -1 } }, 400],
    ["budget", "PUT", "x".repeat(5 * 1024 * 1024), 413],
  ])("refuses %s with a body that does not fit (%#)", async (path, method, body, status) => {
    const { configuration, calls } = setUp();
    const server = await startTestServer({ agent: { configuration } });
    const refused = await server.send(`/api/configuration/${path}`, {
      method,
      ...(body === undefined ? {} : { body }),
    });
    expect([refused.status, calls]).toEqual([status, []]);
    expect(await refused.text()).not.toContain(KEY);
  });
});

function contentOf(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}

type Calls = (readonly [name: string, given: unknown])[];

/** Says what was asked of it; the command's own is tested with the command. */
function setUp(): { readonly configuration: AgentConfiguration; readonly calls: Calls } {
  const calls: Calls = [];
  const kept: ConfigurationChange[] = [];
  const budgets = new Map<string, BudgetLimits | undefined>();
  const keyOf = (conversation: Parameters<typeof conversationKey>[0] | undefined) =>
    conversation === undefined ? "" : conversationKey(conversation);
  const did =
    <T>(name: string) =>
    async (given: T) => {
      calls.push([name, given]);
      return undefined;
    };
  const configuration: AgentConfiguration = {
    record: async (change) => void kept.unshift(change),
    recorded: async () => kept,
    models: {
      providers: ["OpenAI"],
      list: () => [{ model: "a", isUsual: true, isAdded: false, hasKey: false }],
      add: did<WantedModel>("models.add"),
      use: async () => "There is no such model.",
      remove: did("models.remove"),
    },
    servers: {
      list: async () => [],
      check: async (wanted) => {
        if (!("command" in wanted)) return { refused: "It takes programs." };
        const { name, command, args = [], env = {} } = wanted;
        return { adds: { name, command: [command, ...args], variables: Object.keys(env) } };
      },
      add: did<WantedServer>("servers.add"),
      remove: did("servers.remove"),
    },
    instructions: {
      read: async () => ({ file: "AGENTS.md", text: "Old", basis: "b1" }),
      write: did("instructions.write"),
    },
    budget: {
      limits: async (conversation) => budgets.get(keyOf(conversation)),
      set: async (limits, conversation) => {
        budgets.set(keyOf(conversation), limits);
        return undefined;
      },
    },
  };
  return { configuration, calls };
}
