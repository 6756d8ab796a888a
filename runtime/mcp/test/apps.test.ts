import { join } from "node:path";
import { ToolRegistry, ToolRunner } from "@toolwright/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { appDomains } from "../src/apps/app-domains.ts";
import { appFacts } from "../src/apps/app-facts.ts";
import { mcpTools } from "../src/index.ts";
import { closing } from "./support/hell.ts";
import { silent } from "./support/serve.ts";

const SERVER = { command: process.execPath, args: [join(import.meta.dirname, "support/app-server.mjs")] };

const connect = async (options: { readonly apps?: boolean } = { apps: true }) =>
  closing(await mcpTools({ servers: { counter: SERVER }, logger: silent, ...options }));

describe("apps of a server of the official SDKs", () => {
  it("are named by their tools, and read as one page", async () => {
    const { apps } = await connect();
    expect(apps.tools).toEqual(
      ["show", "wipe", "attack", "outside", "thief", "broken"].map((name) => `counter__${name}`),
    );
    const read = await apps.app("counter__show");
    expect(read).toMatchObject({
      ok: true,
      value: {
        server: "counter",
        uri: "ui://counter/page.html",
        domains: { connect: [], resources: [] },
        tool: { name: "show", inputSchema: { type: "object" } },
      },
    });
    expect(read.ok && read.value.html).toContain("<title>Counter</title>");
  });

  it("reach what they name, as far as it is encrypted and of the internet", async () => {
    const { apps } = await connect();
    const read = await apps.app("counter__outside");
    expect(read.ok && read.value.domains).toEqual({
      connect: ["https://api.example.com", "wss://api.example.com"],
      resources: ["https://*.example.com"],
    });
  });

  it("call what their server does not keep from them, and what it keeps from models", async () => {
    const { apps, tools, setAside } = await connect();
    expect(tools.map(({ name }) => name)).not.toContain("counter__increase");
    expect(setAside.map(({ tool }) => tool)).toEqual(["increase"]);
    expect(apps.ownTools.map(({ name }) => name)).toEqual(["counter__increase"]);
    const increase = apps.callable("counter__show", "increase");
    if (!increase.ok) throw new Error(increase.error);
    const runner = new ToolRunner({ registry: new ToolRegistry([increase.value]), approver: YES });
    const { result } = await runner.exec({ name: "counter__increase", arguments: { by: 2 } });
    expect(result).toMatchObject({
      isError: false,
      artifact: { callToolResult: { structuredContent: { count: 2 }, _meta: { hint: "for the app" } } },
    });
    expect(apps.callable("counter__show", "wipe")).toEqual({
      ok: false,
      error: 'The MCP server "counter" keeps from apps the tool "wipe".',
    });
    expect(apps.callable("counter__show", "none")).toMatchObject({ ok: false });
    expect(apps.callable("counter__increase", "increase")).toMatchObject({ ok: false });
  });

  it("read what their server has, and say in a sentence what cannot be had", async () => {
    const { apps } = await connect();
    const read = await apps.resource({ tool: "counter__show", uri: "counter://data" });
    expect(read).toMatchObject({ ok: true, value: { contents: [{ text: "count 0" }] } });
    expect(await apps.resource({ tool: "counter__show", uri: "counter://none" })).toMatchObject({ ok: false });
    expect(await apps.app("counter__none")).toMatchObject({ ok: false });
    expect(await apps.app("counter__broken")).toMatchObject({
      ok: false,
      error: expect.stringContaining("text/html;profile=mcp-app"),
    });
  });

  it("are not there for a host that does not show them", async () => {
    const { apps, tools } = await connect({});
    expect(apps.tools).toEqual([]);
    expect(await apps.app("counter__show")).toMatchObject({ ok: false });
    const runner = new ToolRunner({ registry: new ToolRegistry(tools), approver: YES });
    const { result } = await runner.exec({ name: "counter__show", arguments: {} });
    expect(result.isError).toBe(false);
    expect(result).not.toHaveProperty("artifact");
  });
});

const YES = { approve: async ({ approvalId }: { approvalId: string }) => ({ approvalId, approve: true }) };

describe("what a definition says of apps", () => {
  it("is both, where nothing is said", () => {
    expect(appFacts({})).toEqual({ isFor: { models: true, apps: true }, appUri: undefined });
    expect(appFacts({ _meta: { ui: { visibility: "app" } } }).isFor).toEqual({ models: true, apps: true });
    expect(appFacts({ _meta: { ui: { visibility: [] } } }).isFor).toEqual({ models: false, apps: false });
    expect(appFacts({ _meta: { "ui/resourceUri": "ui://old" } }).appUri).toBe("ui://old");
    expect(appFacts({ _meta: { ui: { resourceUri: "https://evil.example" } } }).appUri).toBeUndefined();
  });

  it("names no origin that could add to a policy, whatever is written", () => {
    const piece = fc.constantFrom(
      "https://",
      "wss://",
      "http://",
      "*.",
      "*",
      "a",
      "example.com",
      ".",
      ";",
      " ",
      "'",
      ":",
      "443",
      "/",
      "127.0.0.1",
      "localhost",
      "\n",
      "é",
      "A",
    );
    fc.assert(
      fc.property(fc.array(fc.array(piece, { maxLength: 6 }), { maxLength: 30 }), (all) => {
        const named = all.map((pieces) => pieces.join(""));
        const { connect, resources } = appDomains({ connectDomains: named, resourceDomains: named });
        expect(connect).toEqual(resources);
        expect(connect.length).toBeLessThanOrEqual(20);
        for (const origin of connect) {
          expect(origin).toMatch(/^(https|wss):\/\/(\*\.)?[a-z0-9.-]+\.[a-z][a-z0-9-]*(:\d+)?$/);
          expect(origin).not.toMatch(/\.localhost(:|$)|\/\/\*\.[a-z]+$/);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});
