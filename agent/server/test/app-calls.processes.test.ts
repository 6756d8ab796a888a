import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { defineTool } from "@toolwright/core";
import { mcpTools } from "@toolwright/mcp";
import { scripted } from "@toolwright/models";
import type { Agent } from "@toolwright/server";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { databaseFile, QUIET, say, startTestServer, type TestServer } from "./support/test-server.ts";

const SERVER = {
  command: process.execPath,
  args: [join(import.meta.dirname, "../../../runtime/mcp/test/support/app-server.mjs")],
};

const SHOWS = [{ toolCalls: [{ id: "c1", name: "counter__show", arguments: {} }] }, { text: "Shown." }];

/** A server with the apps of a real MCP server, a thread that shows one of them, and how the app calls. */
async function withApps(
  confirm: "always" | "never" = "never",
  file = databaseFile(),
  onMode: (mode: string | undefined) => void = () => {},
) {
  const mcp = await mcpTools({ servers: { counter: { ...SERVER, confirm } }, apps: true, logger: QUIET });
  onTestFinished(() => mcp.close());
  const [model, tools] = [scripted([...SHOWS, { text: "Later." }, { text: "Later still." }]), [...mcp.tools]];
  const config: Agent["config"] = (_, { mode }) => {
    onMode(mode);
    return { model, tools, logger: QUIET };
  };
  const server = await startTestServer({ file, agent: { config, apps: mcp.apps, tools, modes: ["default", "plan"] } });
  const asked = confirm === "always" ? allowNext(server) : undefined;
  const calls = () => mcp.apps.resource({ tool: "counter__show", uri: "counter://data" });
  const threadId = await say(server, { message: "show" });
  await asked;
  const call = (body: object = {}) =>
    server.send(`/api/threads/${threadId}/app-calls`, {
      body: { toolCallId: "c1", tool: "counter__show", name: "increase", arguments: { by: 2 }, ...body },
    });
  return { ...server, server, threadId, call, calls };
}

async function pendingOf({ send }: Pick<TestServer, "send">) {
  for (;;) {
    const { approvals } = await (await send("/api/approvals")).json();
    if (approvals.length > 0) return approvals;
    await pause(10);
  }
}

async function allowNext(server: TestServer): Promise<void> {
  const [{ approvalId }] = await pendingOf(server);
  await server.send(`/api/approvals/${approvalId}`, { body: { approve: true } });
}

describe("a call of an app", () => {
  it("is a run of its own, of which the model reads nothing", async () => {
    const { call, send, threadId, store } = await withApps();
    expect((await (await send("/api/info")).json()).apps).toContain("counter__show");
    const stream = await (await call()).text();
    expect(stream).toContain('"callToolResult"');
    expect(stream).toContain('"structuredContent":{"count":2}');
    expect(await (await call({ arguments: { by: 3 } })).text()).toContain('"structuredContent":{"count":5}');
    const events = await (await send(`/api/threads/${threadId}/events`)).text();
    expect(events).toContain("counter__show");
    expect(events).not.toContain("counter__increase");
    await say({ send } as TestServer, { message: "and now?", threadId });
    const { threads } = await (await send("/api/threads")).json();
    expect(threads).toHaveLength(1);
    expect((await store.threads.list({ channel: "apps" })).threads).toHaveLength(1);
  });

  it("is asked about as a call of the model is, under its thread, and does nothing where the answer is no", async () => {
    const { call, send, threadId } = await withApps("always");
    const refused = call();
    const [asked] = await pendingOf({ send });
    expect(asked).toMatchObject({ threadId, toolName: "counter__increase", arguments: { by: 2 } });
    await send(`/api/approvals/${asked.approvalId}`, { body: { approve: false, reason: "No." } });
    expect(await (await refused).text()).toContain('"ok":false');
    const allowed = call({ arguments: { by: 4 } });
    const [again] = await pendingOf({ send });
    await send(`/api/approvals/${again.approvalId}`, { body: { approve: true } });
    expect(await (await allowed).text()).toContain('"structuredContent":{"count":4}');
  });

  it("goes on while the thread is at work, and ends when its page has gone", async () => {
    const { server, send, threadId } = await withApps("always");
    const leaving = new AbortController();
    const left = server.send(`/api/threads/${threadId}/app-calls`, {
      body: { toolCallId: "c1", tool: "counter__show", name: "increase", arguments: { by: 2 } },
      signal: leaving.signal,
    });
    await pendingOf({ send });
    leaving.abort();
    await left.then((response) => response.text()).catch(() => undefined);
    await expect.poll(async () => (await (await send("/api/approvals")).json()).approvals).toEqual([]);
  });

  it("is none of another server, of what is kept from apps, or of no form", async () => {
    const { call, send, threadId } = await withApps();
    const refusals = {
      "a tool that is kept from apps": await call({ name: "wipe" }),
      "a tool that is not there": await call({ name: "echo" }),
      "a tool without an app": await call({ tool: "echo" }),
      "no arguments": await call({ arguments: [] }),
      "another field": await call({ approve: true }),
    };
    for (const [what, { status }] of Object.entries(refusals)) expect([what, status]).toEqual([what, 400]);
    const other = await send("/api/threads/none/app-calls", {
      body: { toolCallId: "c1", tool: "counter__show", name: "increase", arguments: { by: 2 } },
    });
    expect(other.status).toBe(404);
    expect((await send("/api/mcp/app?tool=echo")).status).toBe(404);
    expect((await send("/api/mcp/app?tool=counter__broken")).status).toBe(502);
    const body = { tool: "counter__show", uri: "counter://data" };
    expect(await (await send("/api/mcp/app/resource", { body })).json()).toMatchObject({
      contents: [{ text: "count 0" }],
    });
    expect((await send(`/api/threads/${threadId}`)).status).toBe(200);
  });

  it("goes with its thread when that is deleted", async () => {
    const { call, send, threadId, store } = await withApps();
    await (await call()).text();
    await expect.poll(async () => (await send(`/api/threads/${threadId}`, { method: "DELETE" })).status).toBe(204);
    expect((await store.threads.list({ channel: "apps" })).threads).toEqual([]);
  });

  it("ends when its thread is deleted while it waits, and leaves no question", async () => {
    const { call, send, threadId, store } = await withApps("always");
    const left = call().then((response) => response.text());
    await pendingOf({ send });
    expect((await send(`/api/threads/${threadId}`, { method: "DELETE" })).status).toBe(204);
    await left;
    expect((await (await send("/api/approvals")).json()).approvals).toEqual([]);
    expect((await store.threads.list({ channel: "apps" })).threads).toEqual([]);
  });

  it("ends at the next server, unasked and unmade, where its own one ended", async () => {
    const file = databaseFile();
    const { call, send, close } = await withApps("always", file);
    const left = call().then((response) => response.text());
    left.catch(() => undefined);
    await pendingOf({ send });
    await close();
    const next = await withApps("never", file);
    await expect.poll(async () => (await (await next.send("/api/approvals")).json()).approvals).toEqual([]);
    await expect
      .poll(async () => (await next.store.threads.list({ channel: "apps" })).threads.map(({ status }) => status))
      .toEqual(["idle"]);
    expect(await next.calls()).toMatchObject({ value: { contents: [{ text: "count 0" }] } });
  });

  it("is made by nobody where the answer comes to another server before that has ended it", async () => {
    const file = databaseFile();
    const { call, send, close } = await withApps("always", file);
    const left = call({ name: "show", arguments: {} }).then((response) => response.text());
    left.catch(() => undefined);
    const [{ approvalId }] = await pendingOf({ send });
    await close();
    const ran: string[] = [];
    const show = defineTool({
      name: "counter__show",
      description: "Shows.",
      input: z.object({}),
      allowlist: "all",
      execute: async () => ran.push("tool"),
    });
    const model = scripted([{ text: "On my own." }]);
    // A server that has no room takes nothing up by itself.
    const next = await startTestServer({ file, model, tools: [show], server: { limits: { runs: 0 } } });
    expect((await next.send(`/api/approvals/${approvalId}`, { body: { approve: true } })).status).toBe(200);
    await expect
      .poll(async () => (await next.store.threads.list({ channel: "apps" })).threads.map(({ status }) => status))
      .toEqual(["idle"]);
    expect({ ran, asked: model.requests.length }).toEqual({ ran: [], asked: 0 });
  });

  it("has the mode of its thread, also when that is the usual one again", async () => {
    const modes: (string | undefined)[] = [];
    const { call, send, threadId } = await withApps("never", databaseFile(), (mode) => modes.push(mode));
    for (const mode of ["plan", null]) {
      await (await send("/api/chat", { body: { message: "go on", threadId, mode } })).text();
      modes.length = 0;
      await (await call()).text();
      expect(new Set(modes)).toEqual(new Set([mode ?? undefined]));
    }
  });

  it("is none of a tool that was not chosen for the thread", async () => {
    const { call, send, threadId } = await withApps();
    const body = { message: "go on", threadId, activeTools: ["counter__show"] };
    await (await send("/api/chat", { body })).text();
    expect(await (await call({ name: "show", arguments: {} })).text()).toContain('"structuredContent":{"count":0}');
    expect((await call({ name: "attack", arguments: {} })).status).toBe(400);
    expect((await call()).status).toBe(200);
  });

  it("is not there without apps", async () => {
    const { send } = await startTestServer();
    expect((await send("/api/mcp/app?tool=x")).status).toBe(501);
    expect((await send("/api/mcp/app/resource", { body: { tool: "x", uri: "y" } })).status).toBe(501);
    expect((await (await send("/api/info")).json()).apps).toBeUndefined();
  });
});

describe("the frame of an app", () => {
  it("is open to everybody, holds nothing, and reaches what is named and no more", async () => {
    const { url } = await startTestServer();
    const named =
      "connect=https://api.example.com&connect=*&resources=https://*.example.com&resources=x;%20script-src%20*";
    const response = await fetch(`${url}/app-frame?${named}`);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(response.status).toBe(200);
    expect(policy).toContain("sandbox allow-scripts allow-forms;");
    expect(policy).toContain("connect-src https://api.example.com;");
    expect(policy).toContain("script-src 'unsafe-inline' https://*.example.com;");
    expect(policy).toContain("frame-src 'none'");
    expect(policy).not.toMatch(/\*;|'self';|script-src \*/);
    const bare = await fetch(`${url}/app-frame`);
    expect(bare.headers.get("content-security-policy")).toContain("connect-src 'none'");
  });
});
