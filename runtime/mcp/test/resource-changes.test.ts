import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Message, type PrepareStep, ToolRegistry, ToolRunner } from "@toolwright/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mcpTools } from "../src/index.ts";
import { resourceNews } from "../src/resources/resource-news.ts";
import { WatchedAddresses } from "../src/resources/watched-addresses.ts";
import { closing } from "./support/hell.ts";
import { serve, silent } from "./support/serve.ts";

const OLD = join(import.meta.dirname, "support/old-server.mjs");
const SAID = (uri: string) =>
  `an MCP server says that what you have read has changed: ${uri} (notes). Read it again where that matters.`;

/** One conversation with a server: its history, and what its next step tells the model. */
async function conversation(server: object) {
  const servers = { notes: { confirm: "never", ...server } };
  const mcp = closing(await mcpTools(Object({ servers, logger: silent })));
  const runner = new ToolRunner({ registry: new ToolRegistry([...mcp.tools]), logger: silent });
  const messages: Message[] = [{ role: "user", content: "Read it." }];
  const prepareStep = mcp.steps();
  let calls = 0;
  return {
    mcp,
    messages,
    async call(name: string, args: object = {}) {
      calls += 1;
      const call = { id: `call-${calls}`, name, arguments: { ...args } };
      const { message } = await runner.exec(call);
      const called = { id: call.id, type: "function" as const, function: { name, arguments: JSON.stringify(args) } };
      messages.push({ role: "assistant", content: "", tool_calls: [called] }, message);
      return String(message.content);
    },
    read(uri: string) {
      return this.call("read_mcp_resource", { server: "notes", uri });
    },
    told: () => notesOf(prepareStep, messages),
  };
}

async function notesOf(prepareStep: PrepareStep, messages: readonly Message[]) {
  return (await prepareStep({ step: 0, messages, tools: [] }))?.notes ?? [];
}

async function soon(look: () => Promise<readonly string[]>): Promise<readonly string[]> {
  for (let tries = 0; tries < 100; tries += 1) {
    const found = await look();
    if (found.length > 0) return found;
    await pause(20);
  }
  return [];
}

describe("a resource that a model has read", () => {
  it("is told to have changed, once, until it is read again", async () => {
    const { read, call, told, messages } = await bound(await conversation({ command: process.execPath, args: [OLD] }));
    await read("notes://all");
    expect(await told()).toEqual([]);
    await call("notes__touch");
    expect(await told()).toEqual([SAID("notes://all")]);
    // The same history, as a journal gives it.
    messages.splice(0, messages.length, ...structuredClone(messages));
    expect(await told()).toEqual([]);
    await call("notes__touch", { times: 20_000 });
    expect(await told()).toEqual([]);
    await read("notes://all");
    expect(await told()).toEqual([]);
    await call("notes__touch", { uri: "notes://all/part" });
    await call("notes__touch", { uri: "notes://other" });
    expect(await told()).toEqual([SAID("notes://all")]);
    expect(await call("notes__log")).toBe('["+ notes://all"]');
  });

  it("is told by a server of 2026-07-28, too, and to nobody who has not read it", async () => {
    const resources = ["a", "b"].map((name) => ({ uri: `notes://${name}`, name, read: () => name }));
    const { url, server } = await serve([], { resources });
    const { read, told, mcp, messages } = await bound(await conversation({ url }));
    expect(mcp.servers[0]?.version).toBe("2026-07-28");
    await read("notes://a");
    await read("notes://b");
    server.changed({ resource: "notes://b" });
    expect(await soon(told)).toEqual([SAID("notes://b")]);
    server.changed({ resource: "notes://a" });
    expect(await soon(told)).toEqual([SAID("notes://a")]);
    expect(await notesOf(mcp.steps(), messages.slice(0, 1))).toEqual([]);
  });

  it("is not told of when a summary has taken its place", async () => {
    const { read, call, told, messages } = await bound(await conversation({ command: process.execPath, args: [OLD] }));
    await read("notes://all");
    expect(await told()).toEqual([]);
    messages.splice(0, messages.length, { role: "user", content: "A summary." });
    await call("notes__touch");
    messages.push({ role: "user", content: "Go on." }, { role: "assistant", content: "Yes." });
    expect(await told()).toEqual([]);
  });

  it("does not hold the process", async () => {
    const source = `
      import { mcpTools } from ${JSON.stringify(join(import.meta.dirname, "../src/index.ts"))};
      const mcp = await mcpTools({ servers: { notes: { command: process.execPath, args: [${JSON.stringify(OLD)}], confirm: "never" } } });
      await mcp.tools.at(-1).executeRaw({ server: "notes", uri: "notes://all" });
      await mcp.close();`;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", source], { stdio: "inherit" });
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});

describe("the line that tells of changes", () => {
  it("is one, and bounded, whatever its addresses are", async () => {
    const uris = Array.from({ length: 60 }, (_, place) => `x://${place}${"y".repeat(1_900)}`);
    const step = resourceNews({ lastChangeOf: () => 1, atCall: () => 0 }, "read");
    const [line, ...others] = await notesOf(
      step,
      uris.map((uri) => reading(uri, uri)),
    );
    expect(others).toEqual([]);
    expect(line).toMatch(/… \(s\) and 55 more\. Read it again where that matters\.$/);
    expect(line?.length).toBeLessThan(1_000);
  });

  it("names a change once, and none that came before the read", async () => {
    const uris = ["a", "b", "c"];
    const action = fc.record({ kind: fc.constantFrom("read", "change", "step"), uri: fc.constantFrom(...uris) });
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 40 }), async (actions) => {
        const model = new Expected();
        for (const { kind, uri } of actions)
          for (const [one, isNamed] of await model.acts(kind, uri, uris)) expect(isNamed).toBe(model.wasStale(one));
      }),
    );
  });
});

describe("watched addresses", () => {
  it("are a hundred at most, those that were read last", () => {
    const addresses = new WatchedAddresses();
    const dropped = Array.from({ length: 250 }, (_, place) => addresses.add(`x://${place}`)?.dropped);
    expect(addresses.all).toHaveLength(100);
    expect(dropped.filter((uri) => uri !== undefined)).toHaveLength(150);
    expect(addresses.add("x://249")).toBeUndefined();
  });
});

function reading(uri: string, id: string): Message {
  const called = { name: "read", arguments: JSON.stringify({ server: "s", uri }) };
  return { role: "assistant", content: "", tool_calls: [{ id, type: "function", function: called }] };
}

/** What should be told, beside what is. */
class Expected {
  readonly #addresses = new WatchedAddresses();
  readonly #marks = new Map<string, number>();
  readonly #messages: Message[] = [];
  readonly #fresh = new Set<string>();
  #stale = new Set<string>();
  #told = new Set<string>();
  readonly #step = resourceNews(
    {
      lastChangeOf: ({ uri }) => this.#addresses.lastChangeOf(uri),
      atCall: (id) => this.#marks.get(id),
    },
    "read",
  );

  read(uri: string): void {
    const id = `${this.#messages.length}`;
    this.#addresses.add(uri);
    this.#marks.set(id, this.#addresses.lastChangeOf(uri) ?? 0);
    this.#messages.push(reading(uri, id));
    this.#fresh.add(uri);
    this.#stale.delete(uri);
  }

  change(uri: string): void {
    this.#addresses.changed(uri);
    if (this.#fresh.delete(uri)) this.#stale.add(uri);
  }

  async acts(kind: string, uri: string, uris: readonly string[]) {
    if (kind === "step") return this.step(uris);
    if (kind === "read") this.read(uri);
    else this.change(uri);
    return [];
  }

  async step(uris: readonly string[]): Promise<readonly (readonly [string, boolean])[]> {
    const text = (await notesOf(this.#step, this.#messages)).join();
    this.#told = this.#stale;
    this.#stale = new Set();
    return uris.map((uri) => [uri, text.includes(`${uri} (s)`)]);
  }

  wasStale(uri: string): boolean {
    return this.#told.has(uri);
  }
}

/** Its functions without it. */
async function bound<T extends { read(uri: string): Promise<string> }>(one: T): Promise<T> {
  return { ...one, read: (uri: string) => one.read(uri) };
}
