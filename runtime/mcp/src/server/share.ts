import { randomBytes, randomUUID } from "node:crypto";
import { createMemoryOutputCache, createScrubber, type ToolRegistry } from "@toolwright/core";
import { consoleLogger } from "@toolwright/core/internal";
import { HeldCalls } from "./calls/held-calls.ts";
import { MemoryQuestions, StoredQuestions } from "./calls/questions.ts";
import { RequestStates } from "./calls/request-states.ts";
import type { McpServerOptions } from "./mcp-server.port.ts";
import type { Shared } from "./shared.ts";
import type { McpStore } from "./store.port.ts";
import { MemoryTasks } from "./tasks/memory-tasks.ts";
import { StoredTasks } from "./tasks/stored-tasks.ts";
import { Tasks } from "./tasks/tasks.ts";

const CHANNEL = "mcp";

/** Loads the SDK, and makes what all connections of one server share. */
export async function share(registry: ToolRegistry, options: McpServerOptions): Promise<Shared> {
  const { store, runner = {}, tasks } = options;
  const sdk = await import("@modelcontextprotocol/server");
  // Without a store nobody outside of this object shall find its outputs.
  const everyone = store === undefined ? randomUUID() : "everyone";
  const scrubber = createScrubber(runner.secrets ?? []);
  return {
    sdk,
    registry,
    options,
    outputCache: runner.outputCache ?? store?.outputs ?? createMemoryOutputCache(),
    scrubber,
    logger: runner.logger ?? consoleLogger(scrubber),
    questions: store === undefined ? new MemoryQuestions() : new StoredQuestions(store),
    held: new HeldCalls(),
    states: new RequestStates(store === undefined ? randomBytes(32) : await sealingKey(store)),
    tasks: new Tasks(store === undefined ? new MemoryTasks() : new StoredTasks(store), tasks?.ttlMs),
    ownerOf: (name) => ({ channel: CHANNEL, chatId: name === "" ? everyone : `of ${name}` }),
  };
}

/** The key that every process over one store seals with: the first of them makes it. */
async function sealingKey({ threads, leases }: McpStore): Promise<Buffer> {
  const place = { channel: CHANNEL, chatId: "key" };
  await threads.create({ ...place, title: "What MCP clients carry is sealed with this" });
  for (;;) {
    const known = (await threads.settings(place))?.key;
    if (typeof known === "string") return Buffer.from(known, "base64");
    const lease = await leases.acquire(place);
    if (lease !== undefined && (await threads.settings(place))?.key === undefined)
      await threads.configure(place, { key: randomBytes(32).toString("base64") });
    await lease?.release();
    if (lease === undefined) await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
