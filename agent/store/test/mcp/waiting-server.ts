// A server over a store, to be killed: `waiting-server.ts MODULE PLACE EFFECTS MS`; the module opens the place. Its
// tool `wait` goes on for some milliseconds.
import { setTimeout as sleep } from "node:timers/promises";
import { asyncResult, defineTool, ToolRegistry } from "@toolwright/core";
import { createMcpServer, listenMcp } from "../../../../runtime/mcp/src/server.ts";
import type { StoreModule } from "../contract/under-test.ts";

const [module = "", place = "", effects, ms] = process.argv.slice(2);
const { open }: StoreModule = await import(module);
const wait = defineTool({
  name: "wait",
  description: "Waits.",
  input: { type: "object" },
  effects: effects === "read" ? "read" : "write",
  execute: (_, ctx) => {
    ctx.background(async (signal) => {
      await sleep(Number(ms), undefined, { signal });
      return "waited";
    });
    return asyncResult("It has begun.");
  },
});
const server = createMcpServer(new ToolRegistry([wait]), { store: await open(place) });
console.log((await listenMcp(server, { port: 0 })).url);
