import { describe, expect, it } from "vitest";
import { defineTool, MemoryJournal, runToolLoop, ToolRegistry, ToolRunner } from "../src/index.ts";
import { KeptLog } from "./support.ts";

/** What programs without types, spreads and variables bring past the compiler. */
const tool = defineTool({ name: "pay", description: "Pay.", input: { type: "object" }, execute: () => "paid" });
const registry = new ToolRegistry([tool]);
const model = { name: "m", completionStream: () => Reflect.apply(Array, undefined, []) };

const thrownBy = (work: () => unknown): string => {
  try {
    work();
    return "nothing";
  } catch (error) {
    return error instanceof TypeError ? error.message : `no TypeError: ${String(error)}`;
  }
};

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
    [{ model, tools: { pay: tool } }, /tools must be an array, or a ToolRegistry.*got \{ pay \}\.$/],
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
