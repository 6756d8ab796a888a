import {
  ActivityStream,
  type AiEvent,
  bindTool,
  defineContract,
  defineTool,
  getLlmToolDefinitions,
  type LlmToolDefinition,
  type ModelPort,
  streamToolLoop,
  type Tool,
  ToolRegistry,
  ToolRunner,
} from "@toolwright/core";
import { createGraphExecutor, type GraphFinal } from "@toolwright/core/graph";
import { scripted } from "@toolwright/models";
import { getCurrentTimeTool } from "@toolwright/workspace";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { definitions, registry as shipped } from "./graph.ts";

const logger = { debug() {}, info() {}, warn() {}, error() {} };
const caller = { requestId: "r", graphRunId: "g", graphName: "chat", graphVersion: "1" };

const contract = defineContract({
  name: "generate_title",
  description: "Titles a chat.",
  input: z.object({ message: z.string() }),
  output: z.object({ title: z.string(), secret: z.string() }),
  allowlist: ["title"],
});
const title = bindTool(contract, ({ message }) => ({ title: message.toUpperCase(), secret: "hidden" }));
const plain = (name: string, execute: () => unknown = () => "ok"): Tool =>
  defineTool({ name, description: "", input: z.object({}), allowlist: "all", execute: execute as () => string });

async function graph(model: ModelPort, tools: Tool[] = [title]): Promise<{ events: AiEvent[]; final: GraphFinal }> {
  const executor = createGraphExecutor(() => ({ model, tools, redaction: "required", logger }));
  const run = executor.runGraph({ messages: [{ role: "user", content: "hi" }], caller });
  const events: AiEvent[] = [];
  for await (const event of run.stream) events.push(event);
  return { events, final: await run.final };
}

const call = (name: string, args: object | string, id = "call_xxx") => ({
  toolCalls: [{ id, name, arguments: args as never }],
});

describe("one run", () => {
  it("keeps a call's id from its start to its result, and shows what the allowlist lets out", async () => {
    const { events, final } = await graph(scripted([call("generate_title", { message: "hi" }), { text: "Done." }]));
    expect(events.filter(({ type }) => type.startsWith("tool_call"))).toEqual([
      { type: "tool_call_start", toolCallId: "call_xxx", toolName: "generate_title", args: { message: "hi" } },
      { type: "tool_call_result", toolCallId: "call_xxx", result: { title: "HI" }, isError: false },
    ]);
    expect(final).toMatchObject({ ok: true, content: "Done.", finishReason: "stop", requestId: "r" });
    expect(JSON.stringify(events) + JSON.stringify(final)).not.toContain("hidden");
  });

  it.each([0, 1, 2, 5])("ends in one `done` after %i loops", async (loops) => {
    const turns = Array.from({ length: loops }, (_, index) =>
      call("generate_title", { message: `m${index}` }, `call_${index}`),
    );
    const { events } = await graph(scripted([...turns, { text: "end" }]));
    expect(events.filter(({ type }) => type === "done")).toHaveLength(1);
    expect(events.at(-1)?.type).toBe("done");
    expect(events.filter(({ type }) => type === "tool_call_start")).toHaveLength(loops);
  });

  it("settles `final` though nobody reads the stream, and runs every tool once", async () => {
    let ran = 0;
    const executor = createGraphExecutor(() => ({
      model: scripted([call("count", {}), { text: "end" }]),
      tools: [plain("count", () => `${++ran}`)],
      redaction: "required",
      logger,
    }));
    const { final } = executor.runGraph({ messages: [{ role: "user", content: "hi" }], caller });
    expect([(await final).ok, (await final).ok, ran]).toEqual([true, true, 1]);
  });

  it.each([
    { requestId: "r", graphRunId: "g" },
    { requestId: "r", graphName: "chat" },
  ])("refuses a caller that names its graph by halves: %j", (half) => {
    const executor = createGraphExecutor(() => ({ model: scripted([]), tools: [] }));
    expect(() => executor.runGraph({ messages: [], caller: half as never })).toThrow(TypeError);
  });
});

describe("arguments that are no JSON", () => {
  it.each(["{not json", '{"msg":', "nonsense", "[1", '{"message": hunter2}'])(
    "%j are told with the document's payload, and nothing of them",
    async (raw) => {
      const { events, final } = await graph(scripted([call("generate_title", raw), { text: "I will mend it." }]));
      expect(events.filter(({ type }) => type.startsWith("tool_call"))).toEqual([
        { type: "tool_call_start", toolCallId: "call_xxx", toolName: "generate_title", args: {} },
        {
          type: "tool_call_result",
          toolCallId: "call_xxx",
          result: { ok: false, errorCode: "invalid_json", message: "Invalid tool arguments JSON" },
          isError: true,
        },
      ]);
      expect(final).toMatchObject({ ok: true, content: "I will mend it." });
      expect(JSON.stringify(events)).not.toContain(raw.slice(1));
    },
  );

  it("leave a legal history, and no tool has run", async () => {
    const { final } = await graph(scripted([call("generate_title", "{not json"), { text: "ok" }]));
    const [, assistant, answer] = final.messages;
    expect(assistant).toMatchObject({ tool_calls: [{ id: "call_xxx", function: { arguments: "{}" } }] });
    expect(answer).toMatchObject({ tool_call_id: "call_xxx" });
  });

  it("show nothing that stays: previews are withdrawn", async () => {
    const activity = new ActivityStream();
    const stream = streamToolLoop(
      { model: scripted([call("generate_title", "{not json"), { text: "ok" }]), tools: [title], activity, logger },
      [{ role: "user", content: "hi" }],
    );
    const deltas: { withdrawn?: true }[] = [];
    for await (const event of stream.events) if (event.type === "tool_call_delta") deltas.push(event.data);
    if (deltas.length > 0) expect(deltas.at(-1)?.withdrawn).toBe(true);
  });
});

describe("redaction", () => {
  const unlisted = defineTool({
    name: "unlisted",
    description: "",
    input: z.object({}),
    execute: () => ({ secret: "s3cr3t" }),
  });

  it("refuses a tool without an allowlist before anything runs, by name", async () => {
    expect(() => new ToolRunner({ registry: new ToolRegistry([unlisted]), redaction: "required" })).toThrow(/unlisted/);
    const { final } = await graph(scripted([{ text: "hi" }]), [unlisted]);
    expect(final).toMatchObject({ ok: false, error: { message: expect.stringContaining("unlisted") } });
  });

  it.each<[Tool["spec"]["allowlist"], unknown]>([
    [["a"], { a: 1 }],
    [["a", "b"], { a: 1, b: { c: 2 } }],
    ["all", { a: 1, b: { c: 2 }, d: 3 }],
  ])("lets %j of an output out", async (allowlist, value) => {
    const tool = defineTool({
      name: "t",
      description: "",
      input: z.object({}),
      allowlist: allowlist as never,
      execute: () => ({ a: 1, b: { c: 2 }, d: 3 }),
    });
    const { result, message } = await new ToolRunner({
      registry: new ToolRegistry([tool]),
      redaction: "required",
    }).exec({ name: "t", arguments: "{}" });
    expect(result.output).toEqual({ type: "json", value });
    expect(JSON.parse(String(message.content))).toEqual(value);
  });

  it.each([[["nothing"]], ["none" as const], [[]]])("fails rather than show something under %j", async (allowlist) => {
    const tool = defineTool({
      name: "t",
      description: "",
      input: z.object({}),
      allowlist: allowlist as never,
      execute: () => ({ a: "s3cr3t" }),
    });
    const settled = await new ToolRunner({ registry: new ToolRegistry([tool]), redaction: "required", logger }).exec({
      name: "t",
      arguments: "{}",
    });
    expect(JSON.stringify(settled)).not.toContain("s3cr3t");
  });

  it("is required in what this example runs, and every tool of it lists what may leave", () => {
    expect(() => new ToolRunner({ registry: shipped, redaction: "required" })).not.toThrow();
  });
});

describe("definitions", () => {
  const expected: LlmToolDefinition = {
    type: "function",
    function: {
      name: "generate_title",
      description: "Titles a chat.",
      parameters: {
        type: "object",
        properties: { message: { type: "string" } },
        required: ["message"],
        additionalProperties: false,
      },
    },
  };

  it("come from contracts, bound tools or a registry", () => {
    expect([contract, title].map((one) => getLlmToolDefinitions([one]))).toEqual([[expected], [expected]]);
    expect(getLlmToolDefinitions(new ToolRegistry([title]))).toEqual([expected]);
    expect(definitions.map((tool) => tool.function.name)).toEqual(["get_current_time", "generate_title"]);
  });

  it("tell the time through a port", async () => {
    const { result } = await new ToolRunner({
      registry: new ToolRegistry([getCurrentTimeTool()]),
      redaction: "required",
    }).exec({ name: "get_current_time", arguments: "{}" });
    expect(result.isError).toBe(false);
  });
});

describe("the runner is the only door", () => {
  it.each([
    ["an unknown name", "nobody", "{}", "unknown_tool"],
    ["wrong arguments", "generate_title", "{}", "invalid_arguments"],
    ["broken arguments", "generate_title", "{", "invalid_json"],
  ])("and answers %s", async (_, name, args, code) => {
    const { result, message, toolCallId } = await new ToolRunner({ registry: new ToolRegistry([title]), logger }).exec({
      id: "call_1",
      name,
      arguments: args,
    });
    expect([toolCallId, message.tool_call_id, result.isError, result.error?.code]).toEqual([
      "call_1",
      "call_1",
      true,
      code,
    ]);
  });

  it("gives a call without an id one that stays", async () => {
    const activity = new ActivityStream();
    const ids = new Set<string>();
    activity.subscribe("tool_call_start", ({ data }) => ids.add(data.toolCallId));
    activity.subscribe("tool_call_end", ({ data }) => ids.add(data.toolCallId));
    const { toolCallId, message } = await new ToolRunner({ registry: new ToolRegistry([title]), activity }).exec({
      name: "generate_title",
      arguments: '{"message":"x"}',
    });
    expect([...ids, message.tool_call_id]).toEqual([toolCallId, toolCallId]);
  });

  it("runs the calls of a step one after the other where it is told to", async () => {
    let open = 0;
    let most = 0;
    const slow = defineTool({
      name: "slow",
      description: "",
      input: z.object({}),
      effects: "read",
      allowlist: "all",
      execute: async () => {
        most = Math.max(most, ++open);
        await new Promise((resolve) => setTimeout(resolve, 2));
        open -= 1;
        return "ok";
      },
    });
    const runner = new ToolRunner({ registry: new ToolRegistry([slow]), maxConcurrency: 1 });
    await runner.execAll([1, 2, 3].map((id) => ({ id: String(id), name: "slow", arguments: "{}" })));
    expect(most).toBe(1);
  });
});
