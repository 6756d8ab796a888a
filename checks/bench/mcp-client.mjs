// What our MCP client adds to a call beside the SDK's own, milliseconds of wall clock over standard input and output:
// both call the same program. Ours also validates, authorises, masks, bounds and holds a deadline.
// Usage: node mcp-client.mjs [--calls=300] [--rounds=9]
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { ToolRegistry, ToolRunner } from "../../runtime/core/dist/index.js";
import { mcpTools } from "../../runtime/mcp/dist/index.js";
import { median } from "./measure/measure.mjs";

const option = (name) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split("=")[1];
const calls = Number(option("calls") ?? 300);
const rounds = Number(option("rounds") ?? 9);
const server = {
  command: process.execPath,
  args: [fileURLToPath(new URL("../../runtime/mcp/test/hell/hell.mjs", import.meta.url)), "noise"],
};

const client = new Client({ name: "bench", version: "1" });
await client.connect(new StdioClientTransport(server));
const mcp = await mcpTools({ servers: { hell: { ...server, confirm: "never" } } });
const logger = { debug() {}, info() {}, warn() {}, error() {} };
const runner = new ToolRunner({ registry: new ToolRegistry([...mcp.tools]), logger });
const args = { text: "hi" };
const sdk = () => client.callTool({ name: "echo", arguments: args });
const ours = () => runner.exec({ name: "hell__echo", arguments: args });

async function perCall(work) {
  const began = performance.now();
  for (let done = 0; done < calls; done += 1) await work();
  return (performance.now() - began) / calls;
}

for (const work of [sdk, ours]) await perCall(work);
const measured = [];
for (let round = 0; round < rounds; round += 1) measured.push([await perCall(sdk), await perCall(ours)]);
const of = (pick) => median(measured.map(pick)).toFixed(3);
console.log(
  `the SDK ${of(([bare]) => bare)} ms, ours ${of(([, own]) => own)} ms, added ${of(([bare, own]) => own - bare)} ms`,
);
await mcp.close();
await client.close();
process.exit(0);
