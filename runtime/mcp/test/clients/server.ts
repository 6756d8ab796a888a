// The server that `npm run mcp:clients` lets other clients loose on: `server.ts FILE [--stdio]`. It listens and prints
// its address, or speaks on standard input and output; what its tools do is written into the file, a word a line.
import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { asyncResult, defineTool, ToolRegistry } from "@toolwright/core";
import { createMcpServer, listenMcp } from "../../src/server.ts";

const [file = "", how] = process.argv.slice(2);
const note = (word: string) => appendFileSync(file, `${word}\n`);

const tools = [
  defineTool({
    name: "add",
    description: "Adds two numbers.",
    input: { type: "object", properties: { a: { type: "number" }, b: { type: "number" } }, required: ["a", "b"] },
    effects: "read",
    execute: ({ a = 0, b = 0 }: { a?: number; b?: number }) => `${a + b}`,
  }),
  defineTool({
    name: "send",
    description: "Sends a mail.",
    input: { type: "object", properties: { to: { type: "string" } }, required: ["to"] },
    effects: "external",
    requiresConfirmation: true,
    execute: ({ to = "" }: { to?: string }) => {
      note(`sent ${to}`);
      return `sent to ${to}`;
    },
  }),
  defineTool({
    name: "wait",
    description: "Waits for half a minute.",
    input: { type: "object" },
    effects: "read",
    execute: async (_, { signal }) => {
      note("waiting");
      signal.addEventListener("abort", () => note("stopped"));
      await sleep(30_000, undefined, { signal });
      return "waited";
    },
  }),
  defineTool({
    name: "job",
    description: "Begins a job.",
    input: { type: "object" },
    effects: "external",
    execute: (_, ctx) => {
      ctx.background(async () => {
        await sleep(500);
        return "the job is finished";
      });
      return asyncResult("The job has begun.");
    },
  }),
];
const server = createMcpServer(new ToolRegistry(tools), {
  runner: { logger: { debug() {}, info() {}, warn() {}, error() {} } },
});
if (how === "--stdio") {
  await server.serveStdio();
  note("ended");
  process.exit();
}
const listening = await listenMcp(server, { port: 0 });
console.log(listening.url);
process.stdin.resume().once("end", () => listening.close());
