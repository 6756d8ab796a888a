import { createOpenAI } from "@ai-sdk/openai";
import {
  ActivityStream,
  type Approver,
  defineTool,
  type JournalEvent,
  type JsonObject,
  MemoryJournal,
  type Policy,
  providerHistory,
  resumeToolLoop,
  runToolLoop,
} from "@toolwright/core";
import { createAiSdkModel, createOpenAiCompatibleModel, createResponsesModel } from "@toolwright/models";
import { expect, it } from "vitest";
import { createCodeMode } from "../src/index.ts";
import { QUIET } from "../src/ran.test-data.ts";
import { paid, pay, stock } from "./hosted-tools.ts";
import { checkResponsesInput, type Received, responseOf, said, startWire } from "./hosted-wire.ts";

const wipe = defineTool({
  name: "wipe",
  description: "Wipes all.",
  input: { type: "object" },
  effects: "external",
  execute: () => "wiped",
});
const tools = [stock, pay, wipe];

const about: unknown[] = [];
const policy: Policy = {
  decide: (tool, _args, by) => {
    if (by !== undefined) about.push(by);
    if (tool.name === "wipe") return { verdict: "deny", reason: "Nothing is wiped here." };
    return { verdict: tool.name === "pay" ? "ask" : "allow" };
  },
};
const approver: Approver = { approve: async ({ approvalId }) => ({ approvalId, approve: true }) };

// A space and an escape that no writer of JSON would put there: the item has to come back as it was sent.
const PROGRAM =
  '{"id":"cm_1", "type":"program","call_id":"prog_1","code":"text(await tools.stock({sku: \\u0022a\\u0022}))","fingerprint":"gAAAAAB\\u003d\\u003d"}';
const CALLER = { type: "program", caller_id: "prog_1" };
const called = (call_id: string, name: string, args: object) =>
  JSON.stringify({
    ...{ id: `fc_${call_id}`, type: "function_call", status: "in_progress", call_id, name },
    ...{ arguments: JSON.stringify(args), caller: CALLER },
  });
// One repeats the first: what is redundant to a model is up to a program.
const CALLS = [
  called("c1", "stock", { sku: "a" }),
  called("c2", "wipe", {}),
  called("c3", "stock", { sku: "a" }),
  called("c4", "pay", { bill: 7 }),
];
const OUTPUT = JSON.stringify({
  id: "cmo_1",
  type: "program_output",
  status: "completed",
  call_id: "prog_1",
  result: "42",
});
const REASONING = '{"id":"rs_1","type":"reasoning","encrypted_content":"gAAA","summary":[]}';
const ASKED = [{ role: "user", content: "How many are there?" }] as const;
const REFUSED = {
  error: { code: "policy_denied", message: expect.stringContaining("Nothing is wiped here."), ran: "no" },
};

function inputOf(received: Received | undefined): readonly JsonObject[] {
  return (received?.body.input ?? []) as readonly JsonObject[];
}

async function eventsOf(journal: MemoryJournal): Promise<JournalEvent[]> {
  const events: JournalEvent[] = [];
  for await (const event of journal.read()) events.push(event);
  return events;
}

const openAi = (baseUrl: string, model = "gpt-5.6-sol") => createResponsesModel({ baseUrl, model });

it.each([true, false])("gives a program of OpenAI what its calls come to (streamed: %s)", async (isStreamed) => {
  about.length = 0;
  paid.length = 0;
  const server = await startWire((received, place) => {
    checkResponsesInput(received);
    const items =
      [
        [REASONING, PROGRAM, ...CALLS],
        [OUTPUT, said("42.")],
      ][place] ?? [];
    return responseOf(items, isStreamed);
  });
  const model = openAi(server.baseUrl);
  const journal = new MemoryJournal();
  const activity = new ActivityStream(journal);
  const offered = createCodeMode(tools).toolsFor(model);
  const ended = await runToolLoop({ model, tools: offered, policy, approver, activity }, ASKED);
  expect(ended).toMatchObject({ stopReason: "stop", content: "42." });
  expect(paid).toEqual([7]);
  expect(new Set(about.map((by) => JSON.stringify(by)))).toEqual(
    new Set([JSON.stringify({ caller: "program", programId: "prog_1" })]),
  );

  const [first, second] = server.received;
  const [hosted, ...marked] = (first?.body.tools ?? []) as JsonObject[];
  expect(hosted).toEqual({ type: "programmatic_tool_calling" });
  expect(marked.map(({ name, allowed_callers }) => [name, allowed_callers])).toEqual(
    ["stock", "pay", "wipe"].map((name) => [name, ["direct", "programmatic"]]),
  );
  expect(marked.map(({ output_schema }) => (output_schema as JsonObject).anyOf)).toEqual([
    [{ type: "object", properties: { units: { type: "number" } }, required: ["units"] }, expect.anything()],
    [{ type: "string" }, expect.anything()],
    [{ type: "string" }, expect.anything()],
  ]);
  expect(second?.text).toContain(`,${REASONING},${PROGRAM},`);
  const outputs = inputOf(second).filter(({ type }) => type === "function_call_output");
  expect(outputs).toEqual(
    ["c1", "c2", "c3", "c4"].map((call_id) => ({
      ...{ type: "function_call_output", call_id, output: expect.any(String), caller: CALLER },
    })),
  );
  expect(outputs.map(({ output }) => JSON.parse(String(output)))).toEqual([
    { units: 42 },
    REFUSED,
    { units: 42 },
    "paid 7",
  ]);

  const events = await eventsOf(journal);
  const told = events.filter(({ type }) => ["tool_call_start", "tool_call_end"].includes(type));
  const places = told.map(({ type, data, parentId }) => `${type} ${Object(data).toolCallId} ${parentId}`);
  expect(places).toHaveLength(10);
  expect([places.shift(), places.pop()]).toEqual([
    "tool_call_start prog_1 undefined",
    "tool_call_end prog_1 undefined",
  ]);
  expect(new Set(places)).toEqual(
    new Set(["c1", "c2", "c3", "c4"].flatMap((id) => [`tool_call_start ${id} prog_1`, `tool_call_end ${id} prog_1`])),
  );
  expect(told[0]?.data).toMatchObject({ byProvider: true, replays: true, arguments: { code: expect.any(String) } });
  expect(providerHistory(events)).toEqual(ended.messages);
});

it("goes on with a program of OpenAI from every event of its journal, and pays once", async () => {
  const server = await startWire((received) => {
    checkResponsesInput(received);
    return responseOf(inputOf(received).length === 1 ? [PROGRAM, ...CALLS] : [OUTPUT, said("42.")]);
  });
  const model = openAi(server.baseUrl);
  const config = { model, tools: createCodeMode(tools).toolsFor(model), policy, approver, logger: QUIET };
  const whole = new MemoryJournal();
  const { messages } = await runToolLoop({ ...config, activity: new ActivityStream(whole) }, ASKED);
  const events = await eventsOf(whole);
  const placeOf = (type: string, tool = "pay") =>
    events.findIndex((event) => event.type === type && Object(event.data).toolName === tool);
  const started = placeOf("tool_call_start");
  const asked = placeOf("approval_request");
  const began = placeOf("tool_call_running");
  const ended = placeOf("tool_call_end");
  const isOpenAt = (length: number, tool: string) =>
    length > placeOf("tool_call_start", tool) && length <= placeOf("tool_call_end", tool);
  expect([-1 < started, started < asked, asked < began, began < ended]).toEqual([true, true, true, true]);
  for (let length = 1; length < events.length; length += 1) {
    paid.length = 0;
    const journal = new MemoryJournal();
    for (const event of events.slice(0, length)) await journal.append(event);
    const result = await resumeToolLoop({ ...config, activity: new ActivityStream(journal) });
    expect(result).toMatchObject({ stopReason: "stop", content: "42." });
    // Who died while it paid does not know whether it has: nobody pays twice.
    const isOpen = (length > started && length <= asked) || length > began;
    expect(paid).toEqual(isOpen ? [] : [7]);
    const isUnknown = length > began && length <= ended;
    if (isUnknown) expect(server.received.at(-1)?.text).toContain('\\"code\\":\\"outcome_unknown\\"');
    const isSame = !isUnknown && !isOpenAt(length, "wipe") && !(isOpen && isOpenAt(length, "pay"));
    if (isSame) expect(result.messages).toEqual(messages);
    const told = (await eventsOf(journal)).filter(({ type }) => ["tool_call_start", "tool_call_end"].includes(type));
    const others = told.filter(({ data }) => Object(data).toolCallId !== "prog_1");
    expect(new Set(others.map(({ parentId }) => parentId))).toEqual(new Set(["prog_1"]));
  }
});

it("gives a program of OpenAI what its calls come to, also by the package of the AI SDK", async () => {
  paid.length = 0;
  const server = await startWire((received, place) => {
    checkResponsesInput(received);
    return responseOf(
      [
        [REASONING, PROGRAM, ...CALLS],
        [OUTPUT, said("42.")],
      ][place] ?? [],
    );
  });
  const model = createAiSdkModel(createOpenAI({ baseURL: server.baseUrl, apiKey: "key" }).responses("gpt-5.6-sol"));
  const config = { model, tools: createCodeMode(tools).toolsFor(model), policy, approver, logger: QUIET };
  const llmOptions = { providerOptions: { openai: { store: false } } };
  const journal = new MemoryJournal();
  const activity = new ActivityStream(journal);
  const ended = await runToolLoop({ ...config, llmOptions, activity }, ASKED);
  expect(ended).toMatchObject({ stopReason: "stop", content: "42." });
  expect(paid).toEqual([7]);
  const [hosted, ...marked] = (server.received[0]?.body.tools ?? []) as JsonObject[];
  expect(hosted).toEqual({ type: "programmatic_tool_calling" });
  expect(marked).toMatchObject(Array(3).fill({ output_schema: { anyOf: [expect.anything(), expect.anything()] } }));
  const input = inputOf(server.received[1]);
  expect(input.filter(({ type }) => type === "program")).toEqual([JSON.parse(PROGRAM)]);
  const outputs = input.filter(({ type }) => type === "function_call_output");
  expect(outputs.map(({ caller }) => caller)).toEqual([CALLER, CALLER, CALLER, CALLER]);
  expect(outputs.map(({ output }) => JSON.parse(String(output)))).toEqual([
    { units: 42 },
    REFUSED,
    { units: 42 },
    "paid 7",
  ]);
  const ends = (await eventsOf(journal)).filter(({ type }) => type === "tool_call_end");
  expect(ends.map(({ parentId }) => parentId)).toEqual(["prog_1", "prog_1", "prog_1", "prog_1", undefined]);
});

it("leaves a program of OpenAI behind where another model goes on, and says so in no request", async () => {
  const server = await startWire((received, place) => {
    if (received.body.input !== undefined) checkResponsesInput(received);
    if (place === 0) return responseOf([PROGRAM, ...CALLS]);
    if (received.body.input !== undefined) return responseOf([said("Done.")]);
    const message = { role: "assistant", content: "Done." };
    return {
      type: "application/json",
      text: JSON.stringify({ choices: [{ index: 0, message, finish_reason: "stop" }] }),
    };
  });
  const model = openAi(server.baseUrl);
  const offered = createCodeMode(tools).toolsFor(model);
  const { messages } = await runToolLoop({ model, tools: offered, policy, approver, maxIterations: 1 }, ASKED);
  const others = [
    createOpenAiCompatibleModel({ baseUrl: server.baseUrl, model: "gpt-4.1" }),
    openAi(server.baseUrl, "gpt-5.1"),
    openAi(server.baseUrl, "gpt-5.6-luna"),
  ];
  for (const other of others) {
    const shown = createCodeMode(tools).toolsFor(other);
    const ended = await runToolLoop({ model: other, tools: shown, policy, approver }, messages);
    expect(ended).toMatchObject({ stopReason: "stop", content: "Done." });
    const { text = "" } = server.received.at(-1) ?? {};
    expect(text).not.toContain("prog_1");
    // The next answer of the first model finds the program in its history, which has gone on without it.
    const back = [...ended.messages, { role: "user", content: "And?" }] as const;
    expect(await runToolLoop({ model, tools: offered, policy, approver }, back)).toMatchObject({ content: "Done." });
    expect(server.received.at(-1)?.text).not.toContain("prog_1");
  }
});

it("offers the tool for programs to a model whose provider runs none", async () => {
  const server = await startWire(() => responseOf([said("Hello.")]));
  const code = createCodeMode(tools);
  const without = openAi(server.baseUrl, "gpt-5.1");
  expect(code.toolsFor(without)).toEqual([code.tool]);
  const switchedOff = createResponsesModel({ baseUrl: server.baseUrl, model: "gpt-5.6-sol", hostsPrograms: false });
  expect(code.toolsFor(switchedOff)).toEqual([code.tool]);
  expect(
    createCodeMode({ shop: tools })
      .toolsFor(openAi(server.baseUrl))
      .map(({ name }) => name),
  ).toEqual(["run_code"]);
  // Marks mean nothing to it, wherever they come from.
  const marked = code.toolsFor(openAi(server.baseUrl));
  await runToolLoop({ model: without, tools: marked }, ASKED);
  expect(server.received[0]?.text).not.toMatch(/allowed_callers|output_schema|programmatic/);
});
