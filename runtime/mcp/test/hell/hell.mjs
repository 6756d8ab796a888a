// An MCP server that does everything wrong, one thing at a time, to try a client against. It needs nothing but Node.
// Usage: node hell.mjs ROW            speaks on standard input and output
//        node hell.mjs ROW --http     serves streamable HTTP on loopback and prints its address
//        node hell.mjs                lists the rows
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { behaviours } from "./behaviours.mjs";
import { answer } from "./protocol.mjs";

const [row, mode] = process.argv.slice(2);

if (row === undefined || !Object.hasOwn(behaviours, row)) {
  for (const [name, { says }] of Object.entries(behaviours)) console.log(`${name.padEnd(20)} ${says}`);
  process.exitCode = row === undefined ? 0 : 2;
} else if (mode === "--http") serveHttp(behaviours[row]);
else serveStdio(behaviours[row]);

function serveStdio(behaviour) {
  const send = (message) =>
    process.stdout.write(typeof message === "string" ? message : `${JSON.stringify(message)}\n`);
  const state = { calls: 0, lists: 0, send };
  behaviour.begin?.(state);
  createInterface({ input: process.stdin }).on("line", async (line) => {
    const message = JSON.parse(line);
    const reply = await answer(behaviour, message, state);
    if (reply !== undefined) send(reply);
  });
  if (behaviour.outlives) setInterval(() => undefined, 1_000);
  for (const signal of behaviour.ignores ?? []) process.on(signal, () => undefined);
}

function serveHttp(behaviour) {
  const state = { calls: 0, lists: 0, sessions: new Set(), send: () => undefined };
  const server = createServer(async (request, response) => {
    if (request.method !== "POST") return void response.writeHead(405).end();
    const message = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
    const session = request.headers["mcp-session-id"];
    if (message.method !== "initialize" && session !== undefined && !state.sessions.has(session))
      return void response.writeHead(404).end("no such session");
    state.reply = response;
    const reply = await answer(behaviour, message, state);
    if (reply !== undefined) await write(response, reply, behaviour, headersFor(message, behaviour, state));
    else if (!response.writableEnded) response.writeHead(202).end();
  });
  server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/mcp`));
}

function headersFor({ method }, behaviour, { sessions }) {
  const headers = { "content-type": "application/json" };
  if (method !== "initialize" || !behaviour.sessions) return headers;
  const id = `session-${sessions.size + 1}`;
  sessions.add(id);
  return { ...headers, "mcp-session-id": id };
}

async function write(response, reply, { drips }, headers) {
  const text = typeof reply === "string" ? reply : JSON.stringify(reply);
  response.writeHead(200, headers);
  for (const character of drips ? text : [text]) {
    response.write(character);
    if (drips) await pause(2);
  }
  response.end();
}
