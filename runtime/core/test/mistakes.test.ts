import { describe, expect, it } from "vitest";
import { ToolManager } from "../src/class-tools/index.ts";
import {
  ActivityStream,
  bindTool,
  createMemoryOutputCache,
  createScrubber,
  defineContract,
  defineTool,
  MemoryJournal,
  runToolLoop,
  secret,
  ToolRegistry,
  ToolRunner,
} from "../src/index.ts";
import { composeTools, StatefulPrompt, tool as subTool } from "../src/prompt/index.ts";
import { exportToOpenTelemetry, jsonLinesSink, summariseInvocations, withPrices } from "../src/telemetry/index.ts";
import { KeptLog } from "./support.ts";
import { thrownBy } from "./thrown-by.ts";

/** What programs without types, spreads and variables bring past the compiler. */
const tool = defineTool({ name: "pay", description: "Pay.", input: { type: "object" }, execute: () => "paid" });
const registry = new ToolRegistry([tool]);
const model = { name: "m", completionStream: () => Reflect.apply(Array, undefined, []) };

describe("ToolRunner refuses", () => {
  const make = (...options: readonly unknown[]) => thrownBy(() => Reflect.construct(ToolRunner, options));

  it.each([
    [undefined, "ToolRunner takes an object of options, got undefined."],
    [registry, /^ToolRunner: registry is missing; it must be a ToolRegistry: new ToolRegistry\(\[tool\]\)\.$/],
    [{ registry: [tool] }, "ToolRunner: registry must be a ToolRegistry: new ToolRegistry([tool]), got an array of 1."],
    [{ registry: { pay: tool } }, /registry must be a ToolRegistry.*got \{ pay \}\.$/],
    [{ tools: [tool] }, 'ToolRunner: there is no option "tools"; here it is registry: new ToolRegistry(tools).'],
    [{ registry, policy: { allow: ["*"] } }, /policy must be a Policy.*got \{ allow \}\.$/],
    [{ registry, policy: () => "allow" }, /policy must be a Policy.*got the function policy\.$/],
    [{ registry, approver: async () => true }, /approver must be an approver: .*got the function approver\.$/],
    [{ registry, aprover: {} }, 'ToolRunner: there is no option "aprover"; did you mean approver?'],
    [{ registry, canUseTool: () => true }, /here it is policy: \{ decide/],
    [{ registry, redaction: true }, 'ToolRunner: redaction must be "required" or "optional", got true.'],
    [{ registry, redaction: "require" }, /got "require"\.$/],
    [{ registry, secrets: { TOKEN: "x" } }, /secrets must be an array of secrets.*got \{ TOKEN \}\.$/],
    [{ registry, secrets: "hunter2" }, /secrets must be an array of secrets.*got another string\.$/],
    [{ registry, overrides: { "my.db": () => 1 } }, /overrides must be a Map.*got \{ my\.db \}\.$/],
    [{ registry, maxConcurrency: 0 }, "ToolRunner: maxConcurrency must be a whole number of at least 1, got 0."],
    [{ registry, concurrency: 4 }, /here it is maxConcurrency\.$/],
    [{ registry, timeout: 5 }, /here it is timeoutMs \(milliseconds\)\.$/],
    [{ registry, timeoutMs: "30s" }, /got "30s"\.$/],
    [{ registry, journal: new MemoryJournal() }, /here it is activity: new ActivityStream\(journal\)\.$/],
    [{ registry, activity: new MemoryJournal() }, /activity must be an ActivityStream.*got a MemoryJournal\.$/],
    [{ registry, logger: console.log }, /logger must be a logger/],
    [{ registry, logger: { log: () => 0 } }, /logger must be a logger.*got \{ log \}\.$/],
    [
      { registry, conversation: "chat-1" },
      'ToolRunner: conversation must be { channel, chatId }, two strings, got "chat-1".',
    ],
    [{ registry, outputCache: new Map() }, /outputCache must be .*got a Map\.$/],
    [{ registry, validate: "no" }, /validate must be true or false/],
    [{ registry, context: {} }, /here it is deps\.$/],
    [{ registry, use: [] }, /here it is runner\.use\(middleware\)\.$/],
  ])("%o", (options, expected) => {
    if (typeof expected === "string") expect(make(options)).toBe(expected);
    else expect(make(options)).toMatch(expected);
  });

  it("nothing that is left out by undefined", () => {
    expect(make({ registry, policy: undefined, logger: undefined, timeoutMs: undefined })).toBe("nothing");
  });
});

describe("runToolLoop ends before anything runs, and says what is meant,", () => {
  it.each([
    [undefined, "The configuration of the loop takes an object of options, got undefined."],
    [{ model, maxSteps: 5 }, 'The configuration of the loop: there is no option "maxSteps"; here it is maxIterations.'],
    [{ model, maxIterations: -1 }, /maxIterations must be a whole number of at least 0, got -1\.$/],
    [{ model, maxIterations: "5" }, /got "5"\.$/],
    [{ model, registry }, /here it is tools\.$/],
    [
      { model, tools: { charge: tool } },
      'tools: "charge" holds the tool "pay"; a tool stands under its own name: { pay: tool }.',
    ],
    [
      { model, tools: { pay: { description: "Pay.", execute: () => 1 } } },
      /tools must be an array, or a ToolRegistry.*got \{ pay \}\.$/,
    ],
    [{ model, tools: { pay: () => tool } }, /got \{ pay \}\.$/],
    [{ model, tools: new Map([["pay", tool]]) }, /tools must be an array.*got a Map\.$/],
    [{ model, tools: tool }, /tools must be an array, or a ToolRegistry/],
    [{ model, system: "Be kind." }, /here it is a message \{ role: "system", content \} at the beginning\.$/],
    [{ model, temperature: 0 }, /here it is llmOptions: \{ temperature \}\.$/],
    [{ model, llmOptions: 0.5 }, /llmOptions must be an object, got 0\.5\.$/],
    [{ model, signal: new AbortController() }, /signal must be an AbortSignal, got an? AbortController\.$/],
    [{ model, approver: true }, /approver must be an approver/],
    [{ model, policy: { deny: [] } }, /policy must be a Policy/],
    [{ model, needsApproval: true }, /here it is approver, or requiresConfirmation of the tool\.$/],
    [{ model, prepareStep: {} }, /prepareStep must be a function/],
    [{ model, use: () => 1 }, /use must be an array/],
    [{ Provider: {}, Model: "gpt-4o", MaxIterations: 3 }, /here it is model: fromChatProvider\(provider\)\.$/],
    [{ provider: {} }, /here it is model: fromChatProvider\(provider\)\.$/],
    [{}, /^A model must have completionStream\./],
    [{ model: "gpt-5" }, /^"gpt-5" is the name of a model, not a model/],
    [{ model: { specificationVersion: "v4", doStream() {} } }, /^A model of the AI SDK needs its adapter/],
  ])("%o", async (config, expected) => {
    const logger = new KeptLog();
    const given = typeof config === "object" ? { ...config, logger } : config;
    const { stopReason, error, iterations } = await Reflect.apply(runToolLoop, undefined, [given, []]);
    expect([stopReason, iterations]).toEqual(["error", 0]);
    if (typeof expected === "string") expect(error.message).toBe(expected);
    else expect(error.message).toMatch(expected);
    if (config !== undefined) expect(logger.lines.join("\n")).toContain("The run could not start");
  });
});

describe("runToolLoop refuses messages that", () => {
  const speaks = { name: "m", completionStream: () => ({ stream: silent(), final: Promise.resolve(said) }) };
  const said = { message: { role: "assistant", content: "ok" }, model: "m", finishReason: "stop" };
  async function* silent() {}
  const runWith = async (messages: unknown) => {
    const logger = new KeptLog();
    const { stopReason, error } = await Reflect.apply(runToolLoop, undefined, [{ model: speaks, logger }, messages]);
    return { stopReason, said: error?.message ?? logger.lines.join("\n") };
  };

  it.each([
    ["hello", 'messages must be an array, such as [{ role: "user", content: "Hello." }], got "hello".'],
    [undefined, /got undefined\.$/],
    [{ role: "user", content: "x" }, /got \{ role, content \}\.$/],
    [[null], "messages[0]: a message is { role, content }, got null."],
    [["x"], /^messages\[0\]: a message is/],
    [[{ role: "human", content: "x" }], /^messages\[0\]: role must be .*, got "human"\. Here it is "user"\.$/],
    [[{ type: "ai", content: "x" }], /got undefined\. Here it is "assistant"\.$/],
    [[{ role: "developer", content: "x" }], /Here it is "system"\.$/],
    [[{ role: "function", name: "x", content: "y" }], /Here it is "tool"\.$/],
    [[{ role: "user", parts: [] }], /^messages\[0\]: there is no "parts"; content is a string/],
    [[{ role: "user" }], /content must be a string, or an array of parts, got undefined\.$/],
    [[{ role: "user", content: 5 }], /got 5\.$/],
    [[{ role: "user", content: [{ type: "input_text", text: "x" }] }], /got one of type "input_text"\.$/],
    [[{ role: "user", content: [{ type: "image_url", image_url: {} }] }], /got one of type "image_url"\.$/],
    [[{ role: "assistant", content: [{ type: "tool-call" }] }], /its calls stand in tool_calls/],
    [
      [{ role: "tool", toolCallId: "a", content: "x" }],
      /tool_call_id is missing.*; here toolCallId is tool_call_id\.$/,
    ],
    [[{ role: "assistant", content: "", tool_calls: {} }], /^messages\[0\]: its calls must stand in .*, got \{\}\.$/],
    [
      [said.message, { role: "assistant", content: "", tool_calls: [null] }],
      /^messages\[1\]: tool_calls\[0\] is no call/,
    ],
    [
      [{ role: "assistant", content: "", tool_calls: [{ id: "a", name: "pay", arguments: {} }] }],
      'messages[0]: tool_calls[0] is no call as in tool_calls: [{ id, type: "function", function: { name, arguments } }]; its name and arguments stand in function.',
    ],
  ])("are %o", async (messages, expected) => {
    const { stopReason, said: message } = await runWith(messages);
    expect(stopReason).toBe("error");
    if (typeof expected === "string") expect(message).toBe(expected);
    else expect(message).toMatch(expected);
  });

  it("answer no call, or leave one unanswered, only in a warning", async () => {
    const call = { id: "a", type: "function", function: { name: "x", arguments: "{}" } };
    const unanswered = await runWith([{ role: "assistant", content: null, tool_calls: [call] }]);
    expect(unanswered).toMatchObject({ stopReason: "stop", said: expect.stringContaining("no legal history") });
    const orphan = await runWith([{ role: "tool", tool_call_id: "zz", content: "x" }]);
    expect(orphan).toMatchObject({ stopReason: "stop", said: expect.stringContaining("answers no call") });
  });
});

describe("a registry names the form of what is no tool of ours:", () => {
  const execute = () => "done";
  const parameters = { type: "object", properties: {} };

  it.each([
    [[{ name: () => "pay", description: "", parameters, execute }], /^Tool name .*function .* is not usable/],
    [tool, "A ToolRegistry takes an array of tools: new ToolRegistry([tool]). This is one tool."],
    [{ pay: tool }, "A ToolRegistry takes an array of tools: new ToolRegistry(Object.values(tools)). This is { pay }."],
    ["pay", 'A ToolRegistry takes an array of tools: new ToolRegistry([tool]). This is "pay".'],
    [new Map([["pay", tool]]), /This is a Map\.$/],
    [[() => tool], /^A function is no tool\./],
    [
      [{ description: "Pay.", inputSchema: parameters, execute }],
      /^Tool without a name: this is a tool of the AI SDK\./,
    ],
    [[{ id: "pay", description: "Pay.", inputSchema: parameters, execute }], /this is a tool of Mastra\./],
    [[{ name: "pay", schema: parameters, invoke: execute }], "Tool pay: this is a tool of LangChain. "],
    [[{ type: "function", name: "pay", invoke: execute, needsApproval: execute }], /of the OpenAI Agents SDK\./],
    [
      [{ type: "function", function: { name: "pay", parameters } }],
      /what a model is told of a tool, as OpenAI writes it/,
    ],
    [[{ name: "pay", description: "Pay.", inputSchema: parameters }], /as MCP and Anthropic write it/],
    [[{ name: "pay", description: "Pay.", input_schema: parameters }], /as MCP and Anthropic write it/],
    [
      [{ name: "pay", description: "Pay.", parameters, execute, needsApproval: true }],
      'Tool pay: "needsApproval" means nothing on an object with execute(ctx, args); defineTool has it, as requiresConfirmation.',
    ],
    [
      [{ name: "pay", description: "Pay.", parameters, execute, requiresConfirmation: true }],
      /as requiresConfirmation\.$/,
    ],
    [[{ name: "pay", description: "Pay.", parameters, execute, effects: "write" }], /as effects\.$/],
    [[{ name: "pay", description: "Pay.", parameters, execute, timeout: 5 }], /as timeoutMs/],
    [
      [{ name: "pay", description: "Pay.", parameters, handler: execute }],
      /^Tool pay has no execute function\. Make one/,
    ],
    [[{ name: "pay", description: "Pay.", parameters: "amount", execute }], /input must be a schema.*got "amount"/],
    [[tool, tool], 'Two tools have the name "pay".'],
  ])("%o", (tools, expected) => {
    expect(thrownBy(() => Reflect.construct(ToolRegistry, [tools]))).toMatch(expected);
  });
});

describe("what stands around a run is refused:", () => {
  const from = (make: unknown, ...given: readonly unknown[]) =>
    thrownBy(() => (typeof make === "function" ? Reflect.apply(make, undefined, given) : undefined));
  const made = (of: unknown, ...given: readonly unknown[]) =>
    thrownBy(() => (typeof of === "function" ? Reflect.construct(of, given) : undefined));
  const stream = new ActivityStream();
  const input = { type: "object" };
  const execute = () => "paid";
  const bind = (options: object) =>
    from(composeTools, "all", "All.", [subTool("pay", "Pay.", input, execute)], options);

  it.each<[string, string, string | RegExp]>([
    ["defineTool()", from(defineTool), "Tool without a name takes an object of options, got undefined."],
    ["defineTool, id", from(defineTool, { id: "pay", description: "", input, execute }), /"id"; here it is name\.$/],
    [
      "defineTool, no name",
      from(defineTool, { description: "", input, execute }),
      /name is missing; it must be a string/,
    ],
    [
      "cache, size",
      from(createMemoryOutputCache, { maxSize: 5 }),
      'createMemoryOutputCache: there is no option "maxSize"; did you mean maxBytes?',
    ],
    [
      "cache, text",
      from(createMemoryOutputCache, { maxBytes: "64MB" }),
      /maxBytes must be a whole number.*got "64MB"\.$/,
    ],
    ["cache, number", from(createMemoryOutputCache, 5), /takes an object of options, got 5\.$/],
    ["cache, null", from(createMemoryOutputCache, null), /takes an object of options, got null\.$/],
    ["journal, limit", made(MemoryJournal, { limit: 5 }), 'MemoryJournal: there is no option "limit"'],
    ["journal, NaN", made(MemoryJournal, { maxBytes: Number.NaN }), /got NaN\.$/],
    [
      "stream, options first",
      made(ActivityStream, { replay: {} }),
      "The first argument of ActivityStream must be a Journal, such as new MemoryJournal() or store.journal(conversation), got { replay }.",
    ],
    ["stream, class", made(ActivityStream, MemoryJournal), /got the function MemoryJournal\.$/],
    ["stream, option", made(ActivityStream, undefined, { joinOutputs: true }), /did you mean joinOutput\?$/],
    [
      "stream, replay",
      made(ActivityStream, undefined, { replay: 500 }),
      /replay must be an object: { events, bytes, steps }, got 500\.$/,
    ],
    ["stream, replay limit", made(ActivityStream, undefined, { replay: { event: 5 } }), /did you mean events\?$/],
    [
      "secret, no value",
      from(secret, "TOKEN", undefined),
      'The value of secret("TOKEN", …) must be a string, got undefined.',
    ],
    [
      "secret, the wrong way round",
      from(secret, "sk-live-1234567890/+", "TOKEN"),
      /The name of a secret must be 1 to 64.*got another string\.$/,
    ],
    ["secret, object", from(secret, { TOKEN: "hunter2" }), /got \{ TOKEN \}\.$/],
    ["scrubber, text", from(createScrubber, "hunter2"), /must be an array of secrets.*got another string\.$/],
    ["scrubber, texts", from(createScrubber, ["hunter2"]), /must be an array of secrets.*got an array of 1\.$/],
    ["scrubber, record", from(createScrubber, { TOKEN: "x" }), /got \{ TOKEN \}\.$/],
    [
      "runner, texts as secrets",
      made(ToolRunner, { registry, secrets: ["hunter2"] }),
      /secrets must be an array of secrets/,
    ],
    [
      "runner, override with a value",
      made(ToolRunner, { registry, overrides: new Map([["db", {}]]) }),
      /override\(KEY, /,
    ],
    [
      "contract, execute",
      from(defineContract, { name: "pay", description: "", input, execute }),
      /second argument of bindTool/,
    ],
    [
      "contract, guard",
      from(defineContract, { name: "pay", description: "", input, needsApproval: true }),
      /"needsApproval"/,
    ],
    [
      "contract, schema",
      from(defineContract, { name: "pay", description: "", inputSchema: input }),
      /here it is input\.$/,
    ],
    ["bindTool, nothing", from(bindTool), /^The contract of a tool takes an object of options, got undefined\.$/],
    ["bindTool, no function", from(bindTool, { name: "pay", description: "", input }), /execute is missing/],
    ["composeTools, one", from(composeTools, "all", "All.", tool), /The tools of composite tool all must be an array/],
    ["composeTools, none", from(composeTools, "all", "All.", []), /has no sub-tools/],
    [
      "prompt tool, guard",
      bind({ needsApproval: true }),
      'Tool all: there is no option "needsApproval"; here it is requiresConfirmation.',
    ],
    ["prompt tool, effects", bind({ effects: "readonly" }), /got "readonly"\.$/],
    ["prompt tool, timeout", bind({ timeoutMs: "5s" }), /got "5s"\.$/],
    ["prompt tool, output", bind({ outputSchema: input }), /here it is responseSchema\.$/],
    ["prompt tool, validation", bind({ responseValidation: "strict" }), /"off" or "warn" or "error", got "strict"\.$/],
    ["prompt, name of a model", from(StatefulPrompt.create, "gpt-5"), /^"gpt-5" is the name of a model/],
    ["prompt, steps", from(StatefulPrompt.create, model, { maxSteps: 5 }), /here it is maxIterations\.$/],
    ["prompt, tools", from(StatefulPrompt.create, model, { tools: [tool] }), /here it is prompt\.defTool/],
    ["prompt, system", from(StatefulPrompt.create, model, { system: "Be kind." }), /here it is prompt\.defSystem/],
    ["prompt, role", from(StatefulPrompt.create, model, { reminderRole: "developer" }), /got "developer"\.$/],
    ["prompt, policy", from(StatefulPrompt.create, model, { policy: { deny: [] } }), /policy must be a Policy/],
    ["manager, one tool", made(ToolManager, tool, stream), /The first argument of ToolManager must be an array/],
    ["manager, our tools", made(ToolManager, [tool], stream), /tools of classes that extend BaseTool/],
    ["manager, no stream", made(ToolManager, []), /The second argument of ToolManager must be an ActivityStream/],
    [
      "manager, options second",
      made(ToolManager, [], { approver: {} }),
      /must be an ActivityStream.*got \{ approver \}\.$/,
    ],
    ["manager, approver", made(ToolManager, [], stream, { approver: () => true }), /approver must be an approver/],
    ["manager, redundancy", made(ToolManager, [], stream, { redundancy: "run" }), /got "run"\.$/],
    ["telemetry, nothing", from(exportToOpenTelemetry), /takes an object of options, got undefined\.$/],
    ["telemetry, tracer", from(exportToOpenTelemetry, { tracer: {} }), /; the options are /],
    ["telemetry, api", from(exportToOpenTelemetry, { api: {} }), /api must be the module "@opentelemetry\/api"/],
    ["summaries, no sink", from(summariseInvocations, {}), /sink is missing; it must be a function \(summary\)/],
    ["summaries, stream", from(summariseInvocations, { sink: process.stdout }), /sink must be a function/],
    ["lines, path", from(jsonLinesSink, "log.jsonl"), /must be a function, got "log\.jsonl"\.$/],
    [
      "prices, turned",
      from(withPrices, { "gpt-5": { input: 1, output: 2 } }, model),
      /The model of withPrices must be a ModelPort/,
    ],
    ["prices, none", from(withPrices, model), /The prices of withPrices must be a table/],
    [
      "prices, number",
      from(withPrices, model, { "gpt-5": 1.25 }),
      /must be \{ input, output, cachedInput\?, cacheWrite\? \}/,
    ],
  ])("%s", (_, said, expected) => {
    if (typeof expected === "string") expect(said).toContain(expected);
    else expect(said).toMatch(expected);
  });
});
