import { createAnthropic } from "@ai-sdk/anthropic";
import {
  ActivityStream,
  type Approver,
  defineTool,
  type JsonObject,
  MemoryJournal,
  type Policy,
  providerHistory,
  resumeToolLoop,
  runToolLoop,
} from "@toolwright/core";
import { createAiSdkModel, createOpenAiCompatibleModel } from "@toolwright/models";
import { expect, it } from "vitest";
import { createCodeMode } from "../src/index.ts";
import { QUIET } from "../src/ran.test-data.ts";
import { paid, pay, stock } from "./hosted-tools.ts";
import { checkMessages, messageOf, startWire } from "./hosted-wire.ts";

const secrets = defineTool({
  name: "secrets",
  description: "Tells secrets.",
  input: { type: "object" },
  effects: "read",
  execute: () => "a secret",
});
const tools = [stock, pay, secrets];

const about: unknown[] = [];
const policy: Policy = {
  decide: ({ name }, _args, by) => {
    about.push(by);
    if (name === "secrets") return { verdict: "deny", reason: "Secrets stay secret." };
    return { verdict: name === "pay" ? "ask" : "allow" };
  },
};
const approver: Approver = { approve: async ({ approvalId }) => ({ approvalId, approve: true }) };

const CALLER = { type: "code_execution_20260120", tool_id: "srvtoolu_1" };
const PROGRAM = {
  ...{ type: "server_tool_use", id: "srvtoolu_1", name: "code_execution" },
  ...{ input: { code: "print(await stock({'sku': 'a'}))" }, caller: { type: "direct" } },
};
const use = (id: string, name: string, input: JsonObject) => ({ type: "tool_use", id, name, input, caller: CALLER });
const FIRST = [PROGRAM, use("t1", "stock", { sku: "a" }), use("t2", "secrets", {})];
const SECOND = [use("t3", "pay", { bill: 7 })];
const ENDED = [
  {
    type: "code_execution_tool_result",
    tool_use_id: "srvtoolu_1",
    content: { type: "code_execution_result", stdout: "42", stderr: "", return_code: 0, content: [] },
  },
  { type: "text", text: "42." },
];
const later = (ms: number) => ({ id: "container_1", expires_at: new Date(Date.now() + ms).toISOString() });
const ASKED = [{ role: "user", content: "How many are there?" }] as const;

const claude = (baseURL: string, name = "claude-sonnet-5") =>
  createAiSdkModel(createAnthropic({ baseURL, apiKey: "key" })(name));

function blocksOf({ body }: { readonly body: JsonObject }, role: string): readonly JsonObject[] {
  const messages = body.messages as readonly { role: string; content: readonly JsonObject[] }[];
  return messages.flatMap((message) => (message.role === role ? message.content : []));
}

/** A server whose program asks for two calls, then for a third, and ends. */
function startProgram(expiresMs = 60_000) {
  return startWire((received) => {
    checkMessages(received, "container_1");
    const results = blocksOf(received, "user").filter(({ type }) => type === "tool_result").length;
    const isAtWork = blocksOf(received, "assistant").some(({ type }) => type === "server_tool_use");
    if (results === 0) return messageOf(FIRST, "tool_use", later(expiresMs));
    if (!isAtWork) return messageOf([{ type: "text", text: "It is gone." }], "end_turn");
    if (results === 2) return messageOf(SECOND, "tool_use", later(expiresMs));
    return messageOf(ENDED, "end_turn", later(expiresMs));
  });
}

it("gives a program of Anthropic what its calls come to", async () => {
  about.length = 0;
  paid.length = 0;
  const server = await startProgram();
  const model = claude(server.baseUrl);
  const journal = new MemoryJournal();
  const offered = createCodeMode(tools).toolsFor(model, { asksInside: true });
  const activity = new ActivityStream(journal);
  const ended = await runToolLoop({ model, tools: offered, policy, approver, activity, logger: QUIET }, ASKED);
  expect(ended).toMatchObject({ stopReason: "stop", content: "42." });
  expect(paid).toEqual([7]);
  expect(new Set(about.map((by) => JSON.stringify(by)))).toEqual(
    new Set([JSON.stringify({ caller: "program", programId: "srvtoolu_1" })]),
  );

  const [first, , third] = server.received;
  const [hosted, ...marked] = (first?.body.tools ?? []) as JsonObject[];
  expect(hosted).toMatchObject({ type: "code_execution_20260120", name: "code_execution" });
  expect(marked.map(({ allowed_callers }) => allowed_callers)).toEqual(Array(3).fill(["code_execution_20260120"]));
  expect(server.received.map(({ body }) => body.container)).toEqual([undefined, "container_1", "container_1"]);
  const said = blocksOf(third ?? { body: {} }, "assistant").filter(({ type }) => type !== "text");
  expect(said).toMatchObject([PROGRAM, ...FIRST.slice(1), ...SECOND]);
  expect(blocksOf(third ?? { body: {} }, "user").slice(1)).toMatchObject([
    { type: "tool_result", tool_use_id: "t1", content: '{"units":42}' },
    { type: "tool_result", tool_use_id: "t2", is_error: true, content: expect.stringContaining("policy_denied") },
    { type: "tool_result", tool_use_id: "t3", content: "paid 7" },
  ]);

  const told: string[] = [];
  const events = [];
  for await (const event of journal.read()) {
    events.push(event);
    const { type, data, parentId } = event;
    if (type === "tool_call_start" || type === "tool_call_end") told.push(`${type} ${data.toolCallId} ${parentId}`);
  }
  expect([told[0], told.at(-1)]).toEqual([
    "tool_call_start srvtoolu_1 undefined",
    "tool_call_end srvtoolu_1 undefined",
  ]);
  expect(told.slice(1, -1).toSorted()).toEqual(
    ["tool_call_end", "tool_call_start"].flatMap((type) => ["t1", "t2", "t3"].map((id) => `${type} ${id} srvtoolu_1`)),
  );
  expect(providerHistory(events)).toEqual(ended.messages);
});

it("lets the model itself call what may ask, unless it is told otherwise", async () => {
  const server = await startProgram();
  const model = claude(server.baseUrl);
  await runToolLoop({ model, tools: createCodeMode(tools).toolsFor(model), policy, approver, logger: QUIET }, ASKED);
  const [, ...marked] = (server.received[0]?.body.tools ?? []) as JsonObject[];
  expect(marked.map(({ name, allowed_callers }) => [name, allowed_callers])).toEqual([
    ["stock", ["code_execution_20260120"]],
    ["pay", ["direct"]],
    ["secrets", ["code_execution_20260120"]],
  ]);
});

it.each([
  ["in its container", 60_000, "42."],
  ["as calls of the model where its container is gone", -1_000, "It is gone."],
])("goes on with a program of Anthropic from every event of its journal, %s", async (_how, expiresMs, content) => {
  const server = await startProgram(60_000);
  const model = claude(server.baseUrl);
  const offered = createCodeMode(tools).toolsFor(model, { asksInside: true });
  const config = { model, tools: offered, policy, approver, logger: QUIET };
  const whole = new MemoryJournal();
  await runToolLoop({ ...config, activity: new ActivityStream(whole) }, ASKED);
  const events = [];
  for await (const event of whole.read()) events.push(event);
  const began = events.findIndex(({ type, data }) => type === "tool_call_running" && Object(data).toolName === "pay");
  const first = events.findIndex(({ type }) => type === "assistant_message");
  const last = events.findLastIndex(({ type }) => type === "assistant_message");
  for (let length = first + 1; length <= last; length += 1) {
    paid.length = 0;
    const journal = new MemoryJournal();
    for (const event of events.slice(0, length)) {
      const text = JSON.stringify(event).replace(/"expiresAt":"[^"]*"/, `"expiresAt":"${later(expiresMs).expires_at}"`);
      await journal.append(JSON.parse(text));
    }
    const ended = await resumeToolLoop({ ...config, activity: new ActivityStream(journal) });
    expect(ended).toMatchObject({ stopReason: "stop", content });
    expect(paid.length).toBeLessThanOrEqual(length > began ? 0 : 1);
    const { body, text } = server.received.at(-1) ?? { body: {}, text: "" };
    if (expiresMs < 0) expect([body.container, text.includes("srvtoolu_1")]).toEqual([undefined, false]);
  }
});

it("leaves a program of Anthropic behind where a person speaks, or another model goes on", async () => {
  const server = await startWire((received) => {
    if (received.text.includes('"max_tokens"')) checkMessages(received);
    if (!received.text.includes("tool_result") && received.text.includes("code_execution"))
      return messageOf(FIRST, "tool_use", later(60_000));
    if (received.text.includes('"max_tokens"')) return messageOf([{ type: "text", text: "Well." }], "end_turn");
    const message = { role: "assistant", content: "Well." };
    return {
      type: "application/json",
      text: JSON.stringify({ choices: [{ index: 0, message, finish_reason: "stop" }] }),
    };
  });
  const model = claude(server.baseUrl);
  const offered = createCodeMode(tools).toolsFor(model);
  const config = { model, tools: offered, policy, approver, logger: QUIET };
  const { messages } = await runToolLoop({ ...config, maxIterations: 1 }, ASKED);
  const speaking = [...messages, { role: "user", content: "Never mind." }] as const;
  expect(await runToolLoop(config, speaking)).toMatchObject({ stopReason: "stop", content: "Well." });
  expect(server.received.at(-1)?.text).not.toContain("srvtoolu_1");

  for (const other of [
    claude(server.baseUrl, "claude-haiku-4-5"),
    claude(server.baseUrl, "claude-opus-4-6"),
    createOpenAiCompatibleModel({ baseUrl: server.baseUrl, model: "m" }),
  ]) {
    const ended = await runToolLoop(
      { ...config, model: other, tools: createCodeMode(tools).toolsFor(other) },
      messages,
    );
    expect(ended).toMatchObject({ stopReason: "stop", content: "Well." });
    expect(server.received.at(-1)?.text).not.toContain("srvtoolu_1");
  }
});

it("offers the tool for programs to a model of Anthropic that writes none", async () => {
  const server = await startWire(() => messageOf([{ type: "text", text: "Hello." }], "end_turn"));
  const code = createCodeMode(tools);
  const haiku = claude(server.baseUrl, "claude-haiku-4-5");
  expect(code.toolsFor(haiku)).toEqual([code.tool]);
  await runToolLoop({ model: haiku, tools: code.toolsFor(claude(server.baseUrl)) }, ASKED);
  expect(server.received[0]?.text).not.toMatch(/allowed_callers|code_execution/);
});
