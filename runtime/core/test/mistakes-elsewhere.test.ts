import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  ActivityStream,
  createMemoryOutputCache,
  type DependencyKey,
  defineTool,
  MemoryJournal,
  override,
  runToolLoop,
  secret,
  ToolRegistry,
  ToolRunner,
} from "../src/index.ts";
import { KeptLog, WrittenModel } from "./support.ts";
import { thrownBy } from "./thrown-by.ts";

/** What authors brought along from other libraries: each of these is asked about in the trackers of one of them. */
const model = new WrittenModel([{ text: "Hi." }]);
const input = { type: "object", properties: {} };
let ran = 0;
const execute = () => {
  ran += 1;
  return "paid";
};
const pay = { name: "pay", description: "Pay.", input, execute };
const tool = defineTool({ ...pay });

describe("a tool that is written for another library", () => {
  it.each<[string, object, RegExp]>([
    ["AI SDK 4: parameters", { parameters: input }, /"parameters"; here it is input\.$/],
    ["AI SDK 5: inputSchema", { inputSchema: input }, /"inputSchema"; here it is input\.$/],
    ["AI SDK 6: needsApproval as a function", { needsApproval: () => true }, /here it is requiresConfirmation\.$/],
    ["AI SDK: outputSchema", { outputSchema: input }, /here it is output\.$/],
    ["AI SDK: toModelOutput", { toModelOutput: () => "" }, /here it is formatOutput\.$/],
    ["AI SDK: strict", { strict: true }, /"strict"; here it is withStrictTools\(model, provider\)\.$/],
    [
      "AI SDK: onInputAvailable",
      { onInputAvailable: () => 0 },
      /here it is activity of the loop, whose events tell of calls\.$/,
    ],
    ["AI SDK: title", { title: "Pay" }, /here it is name\.$/],
    ["Mastra: requireApproval", { requireApproval: true }, /here it is requiresConfirmation\.$/],
    ["Mastra: needsApprovalFn", { needsApprovalFn: () => true }, /here it is requiresConfirmation\.$/],
    ["Mastra: requireToolApproval on the tool", { requireToolApproval: true }, /here it is requiresConfirmation\.$/],
    ["Mastra: id", { id: "pay" }, /here it is name\.$/],
    ["Mastra: suspendSchema", { suspendSchema: input }, /here it is an approver of the loop\.$/],
    [
      "Mastra: requestContextSchema",
      { requestContextSchema: input },
      /here it is deps of the loop, or ctx\.resolve\(KEY\)\.$/,
    ],
    ["LangChain: schema", { schema: input }, /here it is input\.$/],
    ["LangChain: func", { func: execute }, /here it is execute\.$/],
    ["LangChain: argsSchema", { argsSchema: input }, /here it is input\.$/],
    ["LangChain: returnDirect", { returnDirect: true }, /here it is endsRun: true of the output\.$/],
    ["LangChain: callbacks", { callbacks: [] }, /here it is activity of the loop/],
    ["LlamaIndex: fn", { fn: execute }, /here it is execute\.$/],
    ["OpenAI Agents: isEnabled", { isEnabled: false }, /here it is prepareStep of the loop, or offers of a Policy\.$/],
    ["OpenAI Agents: needs_approval", { needs_approval: true }, /here it is requiresConfirmation\.$/],
    ["OpenAI Agents: timeoutMs as text", { timeoutMs: "30000" }, /timeoutMs must be a number of milliseconds.*"30000"/],
    ["MCP: annotations", { annotations: { destructiveHint: true } }, /here it is effects\.$/],
    ["MCP: destructiveHint", { destructiveHint: true }, /here it is effects: "write"\.$/],
    ["Anthropic: input_schema", { input_schema: input }, /here it is input\.$/],
    ["CopilotKit: handler", { handler: execute }, /here it is execute\.$/],
    ["confirmation as a word", { requiresConfirmation: "always" }, /requiresConfirmation must be .*, got "always"\.$/],
    ["confirmation as an object", { requiresConfirmation: { when: "write" } }, /got \{ when \}\.$/],
    ["effects as a list", { effects: ["read"] }, /effects must be .*, got an array of 1\.$/],
    ["effects of MCP", { effects: { readOnlyHint: true } }, /there is no option "readOnlyHint"; /],
    ["an allowlist as a record", { allowlist: { id: true } }, /allowlist must be .*, got \{ id \}\.$/],
    ["a schema as a class", { input: class Input {} }, /its input schema must describe an object/],
    [
      "a schema of the AI SDK",
      { input: { _type: undefined, jsonSchema: input, validate: undefined } },
      /no schema but holds one/,
    ],
    ["an Output of the AI SDK", { output: { name: "object", parseCompleteOutput() {} } }, /no schema but holds one/],
    ["an object of zod types that is not wrapped", { input: { city: z.string() } }, /wrap them in an object schema/],
    ["an object of names and types", { input: { city: "string" } }, /write \{ type: "object", properties: \{ city:/],
    ["a schema of a text", { input: z.string() }, /must describe an object/],
    [
      "a schema that JSON cannot have",
      { input: z.object({ tags: z.set(z.string()) }) },
      /cannot be written as JSON Schema/,
    ],
    ["a name with a space", { name: "pay money" }, /it must match \^\[A-Za-z0-9_-\]/],
    [
      "an allowlist key of another output",
      { output: z.object({ total: z.number() }), allowlist: ["amount"] },
      /its keys are total\.$/,
    ],
  ])("%s", (_, more, expected) => {
    ran = 0;
    const said = thrownBy(() => Reflect.apply(defineTool, undefined, [{ ...pay, ...more }]));
    expect(said).toMatch(expected);
    expect([said === "nothing", ran]).toEqual([false, 0]);
  });
});

describe("a loop that is configured for another library", () => {
  it.each<[string, object, RegExp]>([
    ["AI SDK: stopWhen as a list", { stopWhen: [() => true] }, /stopWhen must be a function, got/],
    ["AI SDK: toolChoice", { toolChoice: "required" }, /here it is llmOptions: \{ toolChoice \}\.$/],
    [
      "AI SDK: activeTools, to keep tools away",
      { activeTools: [] },
      /here it is prepareStep: \(\) => \(\{ tools \}\)\.$/,
    ],
    ["AI SDK: experimental_context", { experimental_context: {} }, /here it is deps\.$/],
    ["AI SDK: toolApproval", { toolApproval: { pay: "user-approval" } }, /here it is policy\.$/],
    ["AI SDK: experimental_output", { experimental_output: input }, /here it is output\.$/],
    ["AI SDK: onFinish", { onFinish: () => 0 }, /here it is the result of the loop\.$/],
    ["AI SDK: onChunk", { onChunk: () => 0 }, /here it is streamToolLoop/],
    ["AI SDK: maxRetries", { maxRetries: 5 }, /here it is maxRetries of the model\.$/],
    ["AI SDK: maxOutputTokens", { maxOutputTokens: 5 }, /here it is llmOptions: \{ maxOutputTokens \}\.$/],
    ["AI SDK: providerOptions", { providerOptions: {} }, /here it is llmOptions: \{ providerOptions \}\.$/],
    ["AI SDK: experimental_telemetry", { experimental_telemetry: { isEnabled: true } }, /here it is observer/],
    ["AI SDK: experimental_repairToolCall", { experimental_repairToolCall: () => 0 }, /here it is repair/],
    ["AI SDK: abortSignal", { abortSignal: AbortSignal.abort() }, /here it is signal\.$/],
    ["AI SDK: messages in the configuration", { messages: [] }, /here it is the second argument of the loop\.$/],
    ["OpenAI Agents: maxTurns", { maxTurns: 5 }, /here it is maxIterations\.$/],
    ["OpenAI Agents: outputType", { outputType: input }, /here it is output\.$/],
    ["OpenAI Agents: modelSettings", { modelSettings: {} }, /here it is llmOptions\.$/],
    ["OpenAI Agents: session", { session: {} }, /here it is activity: new ActivityStream\(journal\)\.$/],
    ["OpenAI Agents: handoffs", { handoffs: [] }, /here it is createSubAgents/],
    ["OpenAI Agents: toolUseBehavior", { toolUseBehavior: "stop_on_first_tool" }, /here it is a tool whose output has/],
    ["OpenAI Agents: inputGuardrails", { inputGuardrails: [] }, /here it is policy, or prepareStep\.$/],
    ["OpenAI Agents: tracingDisabled", { tracingDisabled: true }, /here it is observer/],
    ["LangGraph: recursionLimit", { recursionLimit: 5 }, /here it is maxIterations\.$/],
    ["LangGraph: interruptBefore, to be asked", { interruptBefore: ["tools"] }, /here it is policy: \{ decide/],
    ["LangGraph: interruptOn", { interruptOn: { pay: true } }, /here it is policy: \{ decide/],
    ["AI SDK: repairToolCall", { repairToolCall: () => null }, /here it is repair, which is on\.$/],
    ["AI SDK: stopSequences", { stopSequences: ["x"] }, /here it is llmOptions, as the model names it\.$/],
    ["LangGraph: store", { store: {} }, /here it is activity: new ActivityStream\(journal\)\.$/],
    ["LangGraph: thread_id", { thread_id: "1" }, /here it is conversation: \{ channel, chatId \}\.$/],
    ["LangGraph: checkpointer", { checkpointer: {} }, /here it is activity: .*resumeToolLoop\.$/],
    ["LangGraph: responseFormat", { responseFormat: input }, /here it is output\.$/],
    ["LangGraph: stateModifier", { stateModifier: "Be kind." }, /here it is prepareStep\.$/],
    ["LangGraph: thread_id by another name", { threadId: "1" }, /here it is conversation: \{ channel, chatId \}\.$/],
    ["LangChain: verbose", { verbose: true }, /here it is logger: console\.$/],
    ["LangChain: returnIntermediateSteps", { returnIntermediateSteps: true }, /here it is stepRecords\(events\)\.$/],
    ["LangChain: handleParsingErrors", { handleParsingErrors: true }, /here it is repair/],
    ["Mastra: requireToolApproval", { requireToolApproval: true }, /here it is policy, such as askForWrites\.$/],
    ["Mastra: toolsets", { toolsets: {} }, /here it is tools\.$/],
    ["Mastra: structuredOutput", { structuredOutput: { schema: input } }, /here it is output\.$/],
    ["Mastra: runtimeContext", { runtimeContext: new Map() }, /here it is deps\.$/],
    ["Mastra: memory", { memory: { thread: "1" } }, /here it is activity: /],
    ["LlamaIndex: systemPrompt", { systemPrompt: "Be kind." }, /here it is a message \{ role: "system"/],
    ["LlamaIndex: chatHistory", { chatHistory: [] }, /here it is the second argument of the loop\.$/],
    ["Claude Agent: allowedTools", { allowedTools: ["Read"] }, /here it is policy, or the tools themselves\.$/],
    ["Claude Agent: permissionMode", { permissionMode: "plan" }, /here it is policy, such as createPermissions/],
    ["Claude Agent: mcpServers", { mcpServers: {} }, /here it is tools: those of the server\.$/],
    ["Claude Agent: hooks", { hooks: {} }, /here it is use, or activity/],
    ["a limit of the history as in others", { trim: { maxMessages: 20 } }, /"maxMessages"; here it is budgetTokens\.$/],
    ["trim as a switch", { trim: true }, /trim must be false, or an object, got true\.$/],
    [
      "a choice of a tool as the AI SDK writes it",
      { llmOptions: { toolChoice: { type: "tool", toolName: "pay" } } },
      /toolChoice must be "auto"/,
    ],
    ["any as a choice", { llmOptions: { toolChoice: "any" } }, /toolChoice must be .*, got "any"\.$/],
    ["a temperature as text", { llmOptions: { temperature: "0.2" } }, /temperature must be a number, got "0\.2"\.$/],
    [
      "prepareStep with names of tools",
      { prepareStep: () => ({ activeTools: ["look"] }) },
      /here it is tools, an array of the tools themselves\.$/,
    ],
    [
      "prepareStep with another model",
      { prepareStep: () => ({ model: "gpt-5" }) },
      /here it is model of the configuration/,
    ],
    ["prepareStep with a choice", { prepareStep: () => ({ toolChoice: "none" }) }, /here it is llmOptions/],
    [
      "prepareStep with names as tools",
      { prepareStep: () => ({ tools: ["pay"] }) },
      /tools must be an array of tools: \[tool\], got an array of 1\.$/,
    ],
    ["an approver that is a function", { approver: async () => true }, /approver must be an approver: /],
    ["a policy that is a function", { policy: () => "allow" }, /policy must be a Policy/],
    [
      "a tool under another name",
      { tools: { getWeather: tool } },
      /"getWeather" holds the tool "pay"; a tool stands under its own name: \{ pay: tool \}\.$/,
    ],
    [
      "tools of another library in an object",
      { tools: { pay: { description: "", inputSchema: input, execute } } },
      /this is a tool of the AI SDK\. fromAiSdkTools\(/,
    ],
    ["middleware that is an object", { use: [{ wrapToolCall: () => 0 }] }, /use must be an array of functions/],
  ])("%s", async (_, more, expected) => {
    ran = 0;
    const config = { model, tools: [tool], logger: new KeptLog(), ...more };
    const { error, stopReason } = await Reflect.apply(runToolLoop, undefined, [
      config,
      [{ role: "user", content: "x" }],
    ]);
    expect(error?.message).toMatch(expected);
    expect([stopReason, ran]).toEqual(["error", 0]);
  });
});

describe("a call that is made as another library makes it", () => {
  const runner = new ToolRunner({ registry: new ToolRegistry([tool]), logger: new KeptLog() });
  const text = async (call: object, context?: object) =>
    JSON.stringify((await Reflect.apply(runner.exec, runner, [call, context])).message);

  it.each<[string, object, object | undefined, string]>([
    ["AI SDK: toolName and args", { toolName: "pay", args: { amount: 5 } }, undefined, "this one has toolName"],
    ["AI SDK 5: input", { name: "pay", input: { amount: 5 } }, undefined, "this one has input"],
    [
      "LangChain: args",
      { name: "pay", args: { amount: 5 }, id: "a", type: "tool_call" },
      undefined,
      "this one has args",
    ],
    [
      "OpenAI: function",
      { id: "a", type: "function", function: { name: "pay", arguments: "{}" } },
      undefined,
      "has function",
    ],
    ["Anthropic: input", { type: "tool_use", id: "a", name: "pay", input: {} }, undefined, "this one has input"],
    [
      "AI SDK: abortSignal",
      { name: "pay", arguments: {} },
      { abortSignal: AbortSignal.timeout(9) },
      "here it is signal",
    ],
    [
      "a controller as the signal",
      { name: "pay", arguments: {} },
      { signal: new AbortController() },
      "such as controller.signal",
    ],
    ["deps of one call", { name: "pay", arguments: {} }, { deps: {} }, "here it is deps of the runner"],
    ["an id in the context", { name: "pay", arguments: {} }, { toolCallId: "a" }, "here it is id of the call"],
  ])("%s", async (_, call, context, expected) => {
    ran = 0;
    const said = await text(call, context);
    expect(said).toContain(expected);
    expect(said).toContain("It was not run.");
    expect(ran).toBe(0);
  });
});

describe("a listener of what there is not", () => {
  it.each<[string, unknown, RegExp]>([
    ["LangChain: on_tool_start", "on_tool_start", /there is no event type "on_tool_start"; /],
    ["a word that was left out", "tool_start", /did you mean/],
    ["Node: an event in camel case", "toolCallEnd", /did you mean tool_call_end\?/],
    ["nothing", undefined, /no event type undefined/],
    ["a list", ["done"], /no event type an array/],
    ["a name of every object", "constructor", /no event type "constructor"/],
  ])("%s", (_, type, words) => {
    const stream = new ActivityStream();
    expect(thrownBy(() => stream.subscribe(type as never, () => {}))).toMatch(words);
    expect(thrownBy(() => stream.listen(type as never, () => {}))).toMatch(words);
  });

  it("takes a function", () => {
    const said = thrownBy(() => new ActivityStream().subscribe("*", { handle() {} } as never));
    expect(said).toMatch(/second argument of subscribe must be a function/);
  });

  it("a tool says what it is for", () => {
    expect(thrownBy(() => defineTool({ name: "pay", input, execute } as never))).toMatch(/description is missing/);
  });
});

describe("what else is brought along", () => {
  const KEY: DependencyKey<number> = { id: "my.key", create: () => 1 };
  it.each<[string, () => unknown, RegExp]>([
    [
      "an override that is a value",
      () => Reflect.apply(override, undefined, [KEY, 5]),
      /override\(KEY, \(\) => value\)/,
    ],
    ["an override by an id", () => Reflect.apply(override, undefined, ["my.key", () => 1]), /override takes a key/],
    [
      "a cache of so many entries",
      () => Reflect.apply(createMemoryOutputCache, undefined, [{ max: 100 }]),
      /there is no option "max"/,
    ],
    [
      "a journal that is a file",
      () => Reflect.construct(ActivityStream, ["events.db"]),
      /must be a Journal.*got "events\.db"/,
    ],
    ["a journal with a store", () => Reflect.construct(MemoryJournal, [{ store: {} }]), /there is no option "store"/],
    ["a secret without a name", () => Reflect.apply(secret, undefined, ["", "hunter2hunter2"]), /name of a secret/],
    [
      "a registry of a registry",
      () => Reflect.construct(ToolRegistry, [new ToolRegistry([tool])]),
      /takes an array of tools/,
    ],
    [
      "limits by another name",
      () => Reflect.construct(ToolRunner, [{ registry: new ToolRegistry([tool]), limits: { maxByte: 5 } }]),
      /did you mean maxBytes\?$/,
    ],
    [
      "limits as a number",
      () => Reflect.construct(ToolRunner, [{ registry: new ToolRegistry([tool]), limits: 5 }]),
      /limits must be an object: \{ maxBytes/,
    ],
  ])("%s", (_, work, expected) => {
    expect(thrownBy(work)).toMatch(expected);
  });
});
