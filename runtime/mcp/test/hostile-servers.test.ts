import { expect, it, onTestFinished } from "vitest";
import { type McpServerConfig, mcpTools } from "../src/index.ts";
import { call, closing, silent } from "./support/hell.ts";

/** A server whose answers are JSON text, by the name of what is asked. `id` stands there for the id of the request. */
const PROGRAM = `
  const { createInterface } = require("node:readline");
  const given = new Function("return " + process.argv[1])();
  const capabilities = { tools: { listChanged: true }, logging: {} };
  const usual = (method, params) => ({
    initialize: { protocolVersion: params?.protocolVersion, capabilities, serverInfo: { name: "hell", version: "1" } },
    "tools/list": { tools: [{ name: "echo", inputSchema: { type: "object" } }] },
    "tools/call": { content: [{ type: "text", text: "done" }] },
  })[method];
  createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined || method === undefined) return;
    const result = given[method];
    if (result === "silent") return;
    if (typeof result === "function") return result(id);
    const text = result ?? JSON.stringify(usual(method, params) ?? {});
    console.log('{"jsonrpc":"2.0","id":' + JSON.stringify(id) + ',"result":' + text + "}");
  });`;

/** Starts it with the source of an object of what it answers otherwise. */
async function server(given: string) {
  const hell: McpServerConfig = { command: process.execPath, args: ["-e", PROGRAM, given], confirm: "never" };
  return closing(await mcpTools({ servers: { hell }, logger: silent, connectTimeoutMs: 20_000 }));
}

/** Source of JSON that is nested deeper than any stack. */
const DEEP = `'{"a":'.repeat(50000) + "1" + "}".repeat(50000)`;

it("that does not say whether it will log is used all the same", async () => {
  const mcp = await server(`({ "logging/setLevel": "silent" })`);
  expect(mcp.servers).toMatchObject([{ state: "connected", tools: 1 }]);
});

it("loses a definition that is nested deeper than any stack, or that is a million schemas, and no other one", async () => {
  const mcp = await server(`({ "tools/list":
    '{"tools":[{"name":"good","inputSchema":{"type":"object"}},' +
    '{"name":"schema","inputSchema":{"type":"object","x":' + ${DEEP} + '}},' +
    '{"name":"doubled","inputSchema":{"type":"object","$ref":"#/$defs/d0","$defs":{' +
    Array.from({ length: 20 }, (_, n) => JSON.stringify("d" + n) + ':{"allOf":[{"$ref":"#/$defs/d' + (n + 1) +
      '"},{"$ref":"#/$defs/d' + (n + 1) + '"}]}').join() + '}}},' +
    '{"name":"words","inputSchema":{"type":"object"},"annotations":' + ${DEEP} + '}]}' })`);
  expect(mcp.tools.map(({ name }) => name)).toEqual(["hell__good"]);
  expect(mcp.setAside.map(({ tool, reason }) => `${tool}: ${reason}`)).toEqual([
    "schema: its input schema is nested more than 32 deep",
    "doubled: its input schema judges one value by more than 10000 schemas, each counted as often as it is referred to",
    "words: it is nested more than 100 deep",
  ]);
});

it("does not offer a tool that runs only as a task of 2025, and says why", async () => {
  const mcp =
    await server(`({ "tools/list": JSON.stringify({ tools: ["required", "optional", "forbidden"].map((taskSupport) =>
    ({ name: taskSupport, inputSchema: { type: "object" }, execution: { taskSupport } })) }) })`);
  expect(mcp.tools.map(({ name }) => name)).toEqual(["hell__optional", "hell__forbidden"]);
  expect(mcp.setAside).toMatchObject([{ tool: "required", reason: expect.stringContaining("2025-11-25") }]);
});

it("does not offer a tool that its server keeps from models, and says why", async () => {
  const mcp =
    await server(`({ "tools/list": JSON.stringify({ tools: [["model", "app"], ["app"], [], "app"].map((visibility, n) =>
    ({ name: "t" + n, inputSchema: { type: "object" }, _meta: { ui: { visibility } } })) }) })`);
  expect(mcp.tools.map(({ name }) => name)).toEqual(["hell__t0", "hell__t3"]);
  expect(mcp.setAside.map(({ tool }) => tool)).toEqual(["t1", "t2"]);
  expect(mcp.setAside[0]?.reason).toContain("keeps it for its own apps");
});

it("has a thousand tools where it names hundreds of thousands on one page", async () => {
  const mcp = await server(`({ "tools/list": JSON.stringify({ tools: Array(300000).fill(0) }) })`);
  expect(mcp.setAside).toHaveLength(1_001);
});

it("is not said to have done nothing when its answer cannot be read", async () => {
  const mcp = await server(`({ "tools/call": '{"content":[],"structuredContent":' + ${DEEP} + "}" })`);
  const { message } = await call(mcp, "echo");
  expect(message.content).toContain("sent an answer that cannot be used");
  expect(message.content).not.toContain("Nothing was called");
});

it.each([
  ["neither a result nor an error", "{}"],
  ["a result that is nothing", `{"result":null}`],
  ["both", `{"result":{"content":[]},"error":{"code":1,"message":"no"}}`],
  ["an error that is none", `{"error":"no"}`],
])("that answers with %s is not waited for until the time of the call is over", async (_, answer) => {
  const mcp = await server(`({ "tools/call": (id) =>
    console.log(JSON.stringify({ jsonrpc: "2.0", id, ...${answer} })) })`);
  const { message } = await call(mcp, "echo");
  expect(message.content).toContain("sent an answer that cannot be used: it is neither a result nor an error");
});

it("may log what is no log without losing its connection", async () => {
  const mcp = await server(`({ "tools/call": (id) => {
    const log = (level, data) =>
      console.log('{"jsonrpc":"2.0","method":"notifications/message","params":{"level":' + level + ',"data":' + data + "}}");
    log('{"toString":1}', "1");
    log('"info"', ${DEEP});
    console.log(JSON.stringify({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text: "logged" }] } }));
  } })`);
  expect((await call(mcp, "echo")).message.content).toBe("logged");
});

it("that asks without end and reads no answer is ended", async () => {
  const mcp = await server(`({ "tools/call": () => {
    process.stdin.pause();
    const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }) + "\\n";
    const ask = () => {
      while (process.stdout.write(ping.repeat(1000)));
      process.stdout.once("drain", ask);
    };
    ask();
  } })`);
  expect((await call(mcp, "echo")).message.content).toContain("it does not read what it is told");
});

it("that reads large arguments slowly is written to without a warning of listeners", async () => {
  const warned: string[] = [];
  const warn = ({ name }: Error) => void warned.push(name);
  process.on("warning", warn);
  onTestFinished(() => void process.off("warning", warn));
  const mcp = await server("({})");
  for (let count = 0; count < 12; count += 1) await call(mcp, "echo", { text: "x".repeat(200_000) });
  expect(warned).toEqual([]);
});
