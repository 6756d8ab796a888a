// What our MCP server adds to a call beside the SDK's own server, in milliseconds of CPU and by the clock, on loopback,
// the client's own among them: both behind the same listener, asked by the SDK's client, in both revisions. By the
// clock only an idle machine says anything. Every call is validated by both; ours also authorises, masks, bounds and
// holds a deadline.
// Usage: npm run mcp -- [--calls=200] [--rounds=7]
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { defineTool, ToolRegistry } from "../../runtime/core/dist/index.js";
import { createMcpServer, listenMcp } from "../../runtime/mcp/dist/server.js";
import { machine, median, spread, table } from "./measure/measure.mjs";

const option = (name) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split("=")[1];
const calls = Number(option("calls") ?? 200);
const rounds = Number(option("rounds") ?? 7);
const input = z.object({ a: z.number(), b: z.number() });
const add = ({ a, b }) => `${a + b}`;

const ours = () =>
  createMcpServer(
    new ToolRegistry([defineTool({ name: "add", description: "Adds.", input, effects: "read", execute: add })]),
  );
const theirs = () =>
  createMcpHandler(() => {
    const server = new McpServer({ name: "sdk", version: "1" });
    const content = (given) => ({ content: [{ type: "text", text: add(given) }] });
    server.registerTool("add", { description: "Adds.", inputSchema: input }, async (given) => content(given));
    return server;
  });

const subjects = [];
for (const [name, make] of [
  ["ours", ours],
  ["the SDK's", theirs],
]) {
  for (const [revision, mode] of [
    ["2026-07-28", "auto"],
    ["2025-11-25", "legacy"],
  ]) {
    const listening = await listenMcp(make(), { port: 0 });
    const client = new Client({ name: "bench", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(listening.url)));
    subjects.push({ name, revision, client, taken: [], end: () => client.close().then(listening.close) });
  }
}
for (const { client } of subjects) await many(client);
for (let round = 0; round < rounds; round += 1)
  for (const { client, taken } of subjects) taken.push(await many(client));

const of = (name, revision, clock) =>
  subjects.find((one) => one.name === name && one.revision === revision).taken.map((took) => took[clock] / calls);
const rows = ["2026-07-28", "2025-11-25"].flatMap((revision) =>
  ["cpu", "wall"].map((clock) => {
    const [mine, other] = [of("ours", revision, clock), of("the SDK's", revision, clock)];
    const what = clock === "cpu" ? "of CPU" : "by the clock";
    return [`${revision}, ${what}`, spread(mine), spread(other), (median(mine) - median(other)).toFixed(2)];
  }),
);
console.log(
  `ms of a call over loopback, client and server: median (least–most) of ${rounds} rounds of ${calls} calls. ${machine()}\n`,
);
console.log(table(["", "ours", "the SDK's", "added"], rows));
for (const { end } of subjects) await end();

async function many(client) {
  const [started, began] = [process.cpuUsage(), performance.now()];
  for (let at = 0; at < calls; at += 1) {
    const { content } = await client.callTool({ name: "add", arguments: { a: at, b: 1 } });
    if (content[0].text !== `${at + 1}`) throw new Error(`A call came to ${JSON.stringify(content)}.`);
  }
  const { user, system } = process.cpuUsage(started);
  return { cpu: (user + system) / 1_000, wall: performance.now() - began };
}
