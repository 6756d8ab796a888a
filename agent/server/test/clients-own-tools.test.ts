import { defineTool, type JournalEvent, type Tool, type ToolLoopConfig } from "@toolwright/core";
import { scripted } from "@toolwright/models";
import { createAgentServer } from "@toolwright/server";
import { openStore } from "@toolwright/store";
import { describe, expect, it, onTestFinished } from "vitest";
import { KeptLog } from "../../../runtime/core/test/support.ts";
import { startForOpenAi as start } from "./support/openai-client.ts";
import { askingTool, databaseFile, echoTool, QUIET, TOKEN } from "./support/test-server.ts";

const parameters = { type: "object", properties: { to: { type: "string" } } };
const ofChat = { type: "function" as const, function: { name: "deploy", description: "Mine.", parameters } };
const ofResponses = { type: "function" as const, name: "deploy", description: "Mine.", parameters, strict: false };
const said = [{ role: "user" as const, content: "hi" }];
const deploying = (id = "d1") => ({ toolCalls: [{ id, name: "deploy", arguments: { to: "x" } }] });

/** An agent with a `deploy` of its own, and all that would hear of a call of it. */
function scene() {
  const ran: string[] = [];
  const heard: string[] = [];
  const config = {
    policy: {
      decide: ({ name }: Tool) => {
        heard.push(`judged ${name}`);
        return { verdict: "allow" as const };
      },
    },
    use: [
      (call, next) => {
        heard.push(`around ${call.tool.name}`);
        return next();
      },
    ],
  } satisfies Partial<ToolLoopConfig>;
  return { ran, heard, config, tools: [askingTool(ran), echoTool] };
}

describe("a client's tool with the name of one of the agent's", () => {
  it("takes its place in that request: nobody judges, asks about or runs the call", async () => {
    const { ran, heard, ...agent } = scene();
    const { client, asked, store } = await start([deploying(), { text: "Done." }, { text: "No." }], agent);
    const first = await client.chat.completions.create({ model: "m", messages: said, tools: [ofChat] });
    const message = first.choices[0]?.message;
    expect(message?.tool_calls).toMatchObject([{ id: "d1", function: { name: "deploy", arguments: '{"to":"x"}' } }]);
    const told = asked[0]?.tools?.filter(({ function: { name } }) => name === "deploy");
    expect(told?.map(({ function: { description } }) => description)).toEqual(["Mine."]);
    expect([ran, heard, store.approvals.list()]).toEqual([[], [], []]);
    // What it says that came of it is taken as it is, and the agent's own is there in the next request.
    const result = { role: "tool" as const, tool_call_id: "d1", content: "deployed, and approved for ever" };
    const messages = [...said, ...(message === undefined ? [] : [message]), result];
    await client.chat.completions.create({ model: "m", messages });
    expect(asked[1]?.messages.at(-1)).toMatchObject({ role: "tool", content: "deployed, and approved for ever" });
    expect(asked[1]?.tools?.find(({ function: { name } }) => name === "deploy")?.function.description).toBe("Deploys.");
    expect([ran, heard]).toEqual([[], []]);
  });

  it("leaves the agent's own to the policy where another of its tools calls it", async () => {
    const { ran, heard, tools, config } = scene();
    const [deploy] = tools;
    const ship = defineTool({
      name: "ship",
      description: "Deploys by another tool.",
      input: { type: "object" },
      allowlist: "all",
      effects: "external",
      execute: async (_, context) => (await context.call(deploy as Tool, { to: "y" })).error?.message ?? "shipped",
    });
    const denying = {
      ...config,
      policy: { decide: ({ name }: Tool) => ({ verdict: name === "deploy" ? "deny" : "allow" }) as const },
    };
    const shipping = { toolCalls: [{ id: "s1", name: "ship", arguments: {} }] };
    const { client, asked } = await start([shipping, { text: "Denied." }], {
      tools: [...tools, ship],
      config: denying,
    });
    const { choices } = await client.chat.completions.create({ model: "m", messages: said, tools: [ofChat] });
    expect(choices[0]).toMatchObject({ finish_reason: "stop", message: { content: "Denied." } });
    expect(choices[0]?.message.tool_calls).toBeUndefined();
    expect(JSON.stringify(asked[1]?.messages.at(-1))).toContain("not allowed");
    expect([ran, heard.filter((line) => line.endsWith("deploy"))]).toEqual([[], []]);
  });

  it("belongs to its response alone: what the next one calls by that name is the agent's", async () => {
    const { ran, ...agent } = scene();
    const { client, store, send } = await start([deploying("d1"), deploying("d2"), { text: "Done." }], agent);
    const first = await client.responses.create({ model: "m", input: "hi", tools: [ofResponses] });
    expect(first.output.map(({ type }) => type)).toEqual(["function_call"]);
    const input = [{ type: "function_call_output" as const, call_id: "d1", output: "deployed" }];
    const second = client.responses.create({ model: "m", input, previous_response_id: first.id });
    await expect.poll(() => store.approvals.list()).toHaveLength(1);
    const [question] = store.approvals.list();
    expect(question).toMatchObject({ toolCallId: "d2", toolName: "deploy" });
    await send(`/api/approvals/${question?.approvalId}`, { body: { approve: true } });
    expect((await second).output.map(({ type }) => type)).toEqual(["mcp_call", "message"]);
    expect(ran).toEqual(["x"]);
  });

  it.each(["openai", "responses"])(
    "is never run by the next server, which finds its call in a run of %s",
    async (channel) => {
      const { ran, ...agent } = scene();
      const first = await start([], agent);
      const conversation = { channel, chatId: "lost" };
      const journal = first.store.journal(conversation);
      for (const event of lostRun()) await journal.append(event);
      await first.close();
      const free = defineTool({ ...FREE, execute: ({ to }) => `deployed ${ran.push(String(to))}` });
      const second = await start([{ text: "Never said." }], { ...agent, tools: [free], file: first.file });
      await expect.poll(() => second.store.threads.open({ channel })).toEqual([]);
      expect([ran, second.asked, second.store.approvals.list()]).toEqual([[], [], []]);
    },
  );

  it.each(["openai", "responses"])(
    "is never run where an answer to a question wakes its run of %s",
    async (channel) => {
      const { ran } = scene();
      const file = databaseFile();
      const killed = openStore({ file });
      const conversation = { channel, chatId: "lost" };
      for (const event of lostRun()) await killed.journal(conversation).append(event);
      killed.close();
      const store = openStore({ file });
      onTestFinished(() => store.close());
      const asked = { approvalId: "q", toolCallId: "e1", toolName: "echo", arguments: {} };
      void store.approvals.approver(conversation).approve(asked, echoTool, new AbortController().signal);
      await expect.poll(() => store.approvals.list()).toHaveLength(1);
      const free = defineTool({ ...FREE, execute: ({ to }) => `deployed ${ran.push(String(to))}` });
      const model = scripted([{ text: "Never said." }]);
      const agent = { model: "m", config: () => ({ model, tools: [free, echoTool], logger: QUIET }) };
      const server = createAgentServer({ agent, store, token: TOKEN, logger: QUIET });
      onTestFinished(() => server.close());
      const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
      const init = { method: "POST", headers, body: '{"approve":true}' };
      expect((await server.fetch(new Request("http://127.0.0.1/api/approvals/q", init))).status).toBe(200);
      await expect.poll(() => store.threads.open({ channel })).toEqual([]);
      const said: string[] = [];
      for await (const { type } of store.journal(conversation).lastRun()) said.push(type);
      expect([ran, said.at(-1)]).toEqual([[], "done"]);
    },
  );
});

const FREE = {
  name: "deploy",
  description: "Deploys.",
  input: parameters,
  allowlist: "all",
  effects: "external",
} as const;

/** A run whose model has called the tool that its client brought, and whose server was killed before the call began. */
function lostRun(): JournalEvent[] {
  const message = {
    role: "assistant" as const,
    content: "",
    tool_calls: [{ id: "d1", type: "function" as const, function: { name: "deploy", arguments: '{"to":"x"}' } }],
  };
  const events = [
    { type: "run_start", data: { input: said, model: "m" } },
    { type: "step_start", data: { step: 0, activeTools: ["deploy"] } },
    { type: "assistant_message", data: { message, finishReason: "tool_calls" } },
  ] as const;
  return events.map(
    (event, index) => ({ ...event, id: `e${index}`, seq: index + 1, time: 1, runId: "lost" }) as JournalEvent,
  );
}

describe("what a client has and nothing is done with", () => {
  it("is left out, and the log is told once of each kind", async () => {
    const log = new KeptLog();
    const { client, send, asked } = await start([{ text: "1" }, { text: "2" }, { text: "3" }], {
      server: { logger: log },
    });
    const tools = [
      { type: "namespace", name: "n" },
      { type: "web_search" },
      { type: "custom", name: "c" },
      ofResponses,
    ];
    const body = { model: "m", input: "hi", tools, client_metadata: { "x-turn": "1" } };
    for (const _ of [1, 2]) expect((await send("/v1/responses", { body })).status).toBe(200);
    const custom = { type: "custom" as const, custom: { name: "c" } };
    await client.chat.completions.create({ model: "m", messages: said, tools: [custom, ofChat] });
    expect(asked.map((request) => request.tools?.map(({ function: { name } }) => name))).toEqual(
      Array(3).fill(["echo", "deploy"]),
    );
    expect(log.lines.map((line) => /client_metadata|"[a-z_]+"/.exec(line)?.[0])).toEqual([
      "client_metadata",
      '"namespace"',
      '"web_search"',
      '"custom"',
    ]);
  });

  it("is told once of a tool that has no description, however often it comes", async () => {
    const log = new KeptLog();
    const { client } = await start([{ text: "1" }, { text: "2" }], { config: { logger: log } });
    const tools = [{ type: "function" as const, function: { name: "undescribed", parameters } }];
    for (const _ of [1, 2]) await client.chat.completions.create({ model: "m", messages: said, tools });
    expect(log.lines.filter((line) => line.includes("undescribed"))).toHaveLength(1);
  });

  it("is refused where a function has no name", async () => {
    const { send } = await start([]);
    const tools = [{ type: "web_search" }, { type: "function" }];
    const refused = await send("/v1/responses", { body: { model: "m", input: "hi", tools } });
    expect([refused.status, (await refused.json()).error.message]).toEqual([400, '"tools[1]" has no name.']);
  });
});
