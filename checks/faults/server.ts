// A server in a process of its own over a store: `node server.ts PLACE PORT`. SIGUSR2 fills the disk under a file, and
// empties it again.
import { appendFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { defineTool, type Message, type ModelPort } from "@toolwright/core";
import { createAgentServer, startNodeServer } from "@toolwright/server";
import { openStore } from "@toolwright/store";
import { openPostgresStore } from "@toolwright/store/postgres";

/** Milliseconds of the call that may run once: the fault comes while it goes on. */
const CALL_MS = 3_000;

const [, , place = "", port = "0"] = process.argv;
const store = place.startsWith("postgres") ? await openPostgresStore({ url: place }) : openStore({ file: place });
const pay = defineTool({
  name: "pay",
  description: "Pays.",
  input: { type: "object" },
  allowlist: "all",
  effects: "external",
  execute: async () => pause(CALL_MS, "paid"),
});
const model: ModelPort = {
  name: "faults",
  completionStream({ messages }) {
    async function* nothing() {}
    return { stream: nothing(), final: Promise.resolve(answerTo(messages)) };
  },
};

function answerTo(messages: readonly Message[]) {
  const usage = { inputTokens: 1, outputTokens: 1 };
  const about = { model: "faults", usage } as const;
  if (messages.at(-1)?.role === "tool")
    return { ...about, message: { role: "assistant", content: "Done." }, finishReason: "stop" } as const;
  const call = { id: "pay-1", type: "function", function: { name: "pay", arguments: "{}" } } as const;
  const message = { role: "assistant", content: "I pay.", tool_calls: [call] } as const;
  return { ...about, message, finishReason: "tool_calls", toolCalls: [call] } as const;
}

const say = (message: string, about?: object) => void process.send?.({ logged: message, about: words(about) });
const logger = { debug() {}, info: say, warn: say, error: say };

function words(about: object | undefined): string {
  const { error } = Object(about);
  return error instanceof Error ? error.message : String(error ?? "");
}

const agent = { model: "faults", config: () => ({ model, tools: [pay], logger: { ...logger, info() {} } }) };
const server = createAgentServer({ agent, store, token: "faults", logger });
const running = await startNodeServer(server, { port: Number(port) });
const filling = join(dirname(place), "fills-the-disk");
let isFull = false;
process.on("SIGUSR2", () => {
  isFull = !isFull;
  if (isFull) fill();
  else rmSync(filling, { force: true });
});
process.on("SIGTERM", async () => {
  await running.close();
  await store.close();
  process.exit();
});
process.on("disconnect", () => process.exit());
process.send?.({ port: running.port });

/** To the last byte that there is room for. */
function fill(): void {
  for (const bytes of [65_536, 4_096, 512, 1]) {
    try {
      for (;;) appendFileSync(filling, Buffer.alloc(bytes));
    } catch {
      // No room for so many.
    }
  }
}
