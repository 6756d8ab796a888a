import type { Fields } from "@toolwright/view/internal";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppHost, type AppHostOptions } from "./app-host.ts";

const READY = "ui/notifications/sandbox-proxy-ready";

function host(options: Partial<AppHostOptions> = {}) {
  const [sent, done]: [Fields[], unknown[][]] = [[], []];
  const does = (name: string) => (what: unknown) => {
    done.push([name, what]);
    return { ok: true, result: {} } as const;
  };
  const app = new AppHost({
    html: "<p>App</p>",
    input: { a: 1 },
    result: { content: [] },
    context: () => ({ theme: "dark" }),
    callTool: async (name, args) => does("call")([name, args]),
    read: async (uri) => does("read")(uri),
    openLink: async (url) => does("open")(url),
    say: does("say"),
    tell: does("tell"),
    resize: does("resize"),
    ...options,
  });
  const hear = (message: unknown) => app.hear(message, (answer) => sent.push(answer));
  const ask = async (id: string | number, method: string, params: unknown = {}) => {
    hear({ jsonrpc: "2.0", id, method, params });
    await new Promise((resolve) => setTimeout(resolve));
    return sent.find((answer) => answer.id === id);
  };
  const note = (method: string, params: unknown = {}) => hear({ jsonrpc: "2.0", method, params });
  const begin = async () => {
    note(READY);
    await ask("begin", "ui/initialize");
    note("ui/notifications/initialized");
  };
  return { app, sent, done, hear, ask, note, begin };
}

describe("the page's side of an app", () => {
  it("gives the frame its page once, and the app what it shows after it has said who it is", async () => {
    const { sent, note, ask } = host();
    note(READY);
    note(READY);
    note("ui/notifications/initialized");
    expect(sent.map(({ method }) => method)).toEqual(["ui/notifications/sandbox-resource-ready"]);
    expect(await ask(1, "ui/initialize")).toMatchObject({
      result: { protocolVersion: "2026-01-26", hostContext: { theme: "dark" }, hostCapabilities: { serverTools: {} } },
    });
    note("ui/notifications/initialized");
    note("ui/notifications/initialized");
    expect(sent.slice(2)).toEqual([
      { jsonrpc: "2.0", method: "ui/notifications/tool-input", params: { arguments: { a: 1 } } },
      { jsonrpc: "2.0", method: "ui/notifications/tool-result", params: { content: [] } },
    ]);
  });

  it("does what is asked in its form, and says what is wrong with everything else", async () => {
    const { ask, begin, done } = host();
    expect(await ask(1, "tools/call", { name: "a", arguments: {} })).toMatchObject({ error: { code: -32_000 } });
    await begin();
    await ask(2, "tools/call", { name: "a", arguments: { b: 1 } });
    await ask(3, "resources/read", { uri: "ui://x" });
    await ask(4, "ui/open-link", { url: "https://example.com" });
    expect(done).toEqual([
      ["call", ["a", { b: 1 }]],
      ["read", "ui://x"],
      ["open", "https://example.com"],
    ]);
    const ring: Record<string, unknown> = {};
    ring.ring = ring;
    for (const [id, params] of [{ name: 7 }, { name: "a", arguments: [] }, { name: "a", arguments: ring }].entries())
      expect(await ask(10 + id, "tools/call", params)).toMatchObject({ error: { code: -32_602 } });
    expect(await ask(20, "resources/read", { uri: "x".repeat(10_001) })).toMatchObject({ error: { code: -32_602 } });
    expect(await ask(21, "sampling/createMessage")).toMatchObject({ error: { code: -32_601 } });
    expect(await ask(22, "ui/request-display-mode", { mode: "fullscreen" })).toMatchObject({
      result: { mode: "inline" },
    });
  });

  it("hears no more than a page can take", async () => {
    const { ask, begin, done, note } = host({ callTool: () => new Promise(() => undefined) });
    await begin();
    for (let id = 0; id < 16; id += 1) void ask(id, "tools/call", { name: "a" });
    expect(await ask(16, "ping")).toMatchObject({ error: { message: "Too many requests are open." } });
    for (let height = 0; height < 5_000; height += 1) note("ui/notifications/size-changed", { height });
    expect(done.length).toBeLessThan(400);
    expect(await ask("late", "ping")).toMatchObject({ error: { message: "Too many messages." } });
  });

  it("lets it end, for a moment, and hears nothing after that", async () => {
    const { app, begin, sent, hear, ask } = host();
    await begin();
    const torn = app.tearDown(60_000);
    const asked = sent.at(-1);
    expect(asked).toMatchObject({ method: "ui/resource-teardown" });
    hear({ jsonrpc: "2.0", id: asked?.id, result: {} });
    await torn;
    expect(await ask(1, "ping")).toBeUndefined();
  });

  it("takes any message, and does nothing before the app has begun", async () => {
    const method = fc.constantFrom(
      READY,
      "ui/notifications/initialized",
      "tools/call",
      "resources/read",
      "ping",
      "ui/message",
      "ui/open-link",
      "__proto__",
    );
    const field = fc.oneof(fc.anything(), method, fc.constant("2.0"));
    const message = fc.oneof(
      fc.anything(),
      fc.record(
        { jsonrpc: fc.constant("2.0"), id: field, method, params: fc.anything() },
        { requiredKeys: ["jsonrpc"] },
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 30 }), async (messages) => {
        const { hear, done, sent } = host();
        for (const one of messages) hear(one);
        await new Promise((resolve) => setTimeout(resolve));
        expect(done.filter(([name]) => name !== "resize")).toEqual([]);
        const asked = messages.length + 1;
        expect(sent.length).toBeLessThanOrEqual(asked);
      }),
      { numRuns: 300 },
    );
  });
});
