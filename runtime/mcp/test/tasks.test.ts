import { beforeEach, expect, it } from "vitest";
import { callRaw, connect, raw, serve } from "./support/serve.ts";
import { get, ran, taskContract, tools } from "./task-contract.ts";

beforeEach(() => {
  ran.length = 0;
});

taskContract("memory");

it("a client of 2025 waits for work that goes on, too", async () => {
  const client = await connect((await serve(tools)).url, { mode: "legacy" });
  const { content } = await client.callTool({ name: "work", arguments: { ms: 50 } });
  expect(content).toEqual([{ type: "text", text: "worked for 50 ms" }]);
});

it("a task is out of reach for another owner, and for a client without tasks", async () => {
  const { url } = await serve(tools, { authenticate: (request) => request.headers.get("x-name") ?? undefined });
  const { taskId } = await callRaw(url, "work", { arguments: { ms: 60_000 } }, { headers: { "x-name": "amy" } });
  for (const method of ["tasks/get", "tasks/update", "tasks/cancel"]) {
    const request = { method, params: { taskId, inputResponses: {} } };
    expect((await raw(url, { ...request, headers: { "x-name": "eve" } })).error.code).toBe(-32_602);
    expect((await raw(url, { ...request, headers: { "x-name": "amy" }, capabilities: {} })).error.code).toBe(-32_021);
  }
  expect((await get(url, taskId, { headers: { "x-name": "amy" } })).result.status).toBe("working");
});

it("a tool that only makes sense as a task is refused to a client without, before it begins", async () => {
  const { url } = await serve(tools, { tasks: { required: ["work"] } });
  const { error } = await callRaw(url, "work", {}, { capabilities: {} });
  expect(error).toMatchObject({
    code: -32_021,
    data: { requiredCapabilities: { extensions: { "io.modelcontextprotocol/tasks": {} } } },
  });
  expect(ran).toEqual([]);
});
