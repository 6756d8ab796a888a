import { expect, it } from "vitest";
import {
  createAiSdkModel,
  createLiteLlmModel,
  createOpenAiCompatibleModel,
  fromChatProvider,
  model as modelByName,
  playTape,
  recordTape,
  scripted,
} from "../src/index.ts";

/** What programs without types bring past the compiler. */
const from = (make: unknown, ...given: readonly unknown[]): string => {
  try {
    if (typeof make === "function") Reflect.apply(make, undefined, given);
    return "nothing";
  } catch (error) {
    return error instanceof TypeError ? error.message : `no TypeError: ${String(error)}`;
  }
};

const sdk = { specificationVersion: "v4", provider: "a", modelId: "b", doStream: () => ({}) };
const server = { baseUrl: "http://127.0.0.1:1/v1", model: "m" };
const provider = { chat: async () => ({}) };
const model = scripted([]);
const write = () => undefined;
const calling = (call: unknown) => from(scripted, [{ toolCalls: [call] }]);

it.each<[string, string, string | RegExp]>([
  ["scripted, text", from(scripted, "Hello."), 'The steps of scripted must be an array: [{ text }], got "Hello.".'],
  ["scripted, one step", from(scripted, { text: "Hello." }), /must be an array.*got \{ text \}\.$/],
  ["scripted, nothing", from(scripted), /got undefined\.$/],
  ["scripted, texts", from(scripted, ["Hello."]), "steps[0] of scripted is a text; here it is { text }."],
  [
    "scripted, content",
    from(scripted, [{ content: "Hello." }]),
    'there is no option "content"; the options are text, ',
  ],
  ["scripted, messages", from(scripted, [{ role: "assistant", content: "Hello." }]), /; the options are /],
  ["scripted, tool_calls", from(scripted, [{ tool_calls: [] }]), /did you mean toolCalls\?$/],
  [
    "scripted, one call",
    from(scripted, [{ toolCalls: { name: "pay" } }]),
    /toolCalls must be an array: \[\{ name, arguments \}\]/,
  ],
  ["scripted, finish", from(scripted, [{ finishReason: "tool-calls" }]), /finishReason must be .* got "tool-calls"\.$/],
  [
    "scripted, tool name",
    calling({ toolName: "pay", args: {} }),
    /steps\[0\]\.toolCalls\[0\] of scripted: .*did you mean name\?$/,
  ],
  ["scripted, args", calling({ name: "pay", args: {} }), /; the options are /],
  ["scripted, input", calling({ name: "pay", input: {} }), /; the options are /],
  ["scripted, wire", calling({ id: "1", type: "function", function: {} }), /there is no option "type"/],
  ["scripted, no name", calling({ arguments: {} }), /name is missing/],
  ["scripted, name of a tool", calling("pay"), /takes an object of options, got "pay"\.$/],
  ["scripted, name second", from(scripted, [], "m"), /^scripted takes an object of options, got "m"\.$/],
  ["AI SDK, name", from(createAiSdkModel, "gpt-5"), /this is the name of one: hand it to your provider\.$/],
  ["AI SDK, provider", from(createAiSdkModel, () => sdk), /this is a provider: call it with the name of a model\.$/],
  ["AI SDK, nothing", from(createAiSdkModel), /this is undefined\.$/],
  ["AI SDK, v1", from(createAiSdkModel, { ...sdk, specificationVersion: "v1" }), /this one is v1\.$/],
  ["AI SDK, client", from(createAiSdkModel, { chat: {} }), /this is \{ chat \}\.$/],
  ["AI SDK, retries", from(createAiSdkModel, sdk, { retries: 3 }), /did you mean maxRetries\?$/],
  ["AI SDK, NaN", from(createAiSdkModel, sdk, { maxRetries: Number.NaN }), /got NaN\.$/],
  [
    "AI SDK, temperature",
    from(createAiSdkModel, sdk, { temperature: 0 }),
    /here it is llmOptions: \{ temperature \} of the loop\.$/,
  ],
  ["AI SDK, textcalls", from(createAiSdkModel, sdk, { textcalls: true }), /did you mean textCalls\?$/],
  ["server, baseURL", from(createOpenAiCompatibleModel, { baseURL: "x", model: "m" }), /did you mean baseUrl\?$/],
  ["server, text", from(createOpenAiCompatibleModel, "gpt-5"), /takes an object of options, got "gpt-5"\.$/],
  ["server, no url", from(createOpenAiCompatibleModel, { model: "m" }), /baseUrl is missing/],
  ["server, key", from(createOpenAiCompatibleModel, { ...server, apiKey: 5 }), /apiKey must be a string, got 5\.$/],
  [
    "server, max tokens",
    from(createOpenAiCompatibleModel, { ...server, maxTokens: 5 }),
    /llmOptions: \{ maxTokens \} of the loop/,
  ],
  [
    "server, timeout",
    from(createOpenAiCompatibleModel, { ...server, timeout: 5 }),
    /firstByteTimeoutMs \(milliseconds\)/,
  ],
  [
    "server, retries",
    from(createOpenAiCompatibleModel, { ...server, maxRetries: "2" }),
    /a whole number of at least 0, got "2"\.$/,
  ],
  ["LiteLLM, nothing", from(createLiteLlmModel), "createLiteLlmModel takes an object of options, got undefined."],
  ["LiteLLM, no model", from(createLiteLlmModel, { baseUrl: "x" }), /^createLiteLlmModel: model is missing/],
  ["provider, nothing", from(fromChatProvider), /The provider of fromChatProvider must be an object with chat\(/],
  ["provider, function", from(fromChatProvider, provider.chat), /got the function chat\.$/],
  ["provider, name", from(fromChatProvider, provider, "gpt-5"), /takes an object of options, got "gpt-5"\.$/],
  ["provider, modelId", from(fromChatProvider, provider, { modelId: "gpt-5" }), /did you mean model\?$/],
  ["record, model alone", from(recordTape, model), /here it is model: recordTape\(\{ model, write \}\)\.$/],
  ["record, no writer", from(recordTape, { model }), /write is missing; it must be a function that takes one line/],
  ["record, file", from(recordTape, { model, file: "tape.jsonl" }), /; the options are /],
  ["record, name", from(recordTape, { model: "gpt-5", write }), /model must be a ModelPort/],
  [
    "record, secrets",
    from(recordTape, { model, write, secrets: [] }),
    /here it is scrubber: createScrubber\(secrets\)\.$/,
  ],
  ["play, nothing", from(playTape), /The tape of playTape must be the text of a tape.*got undefined\.$/],
  ["play, entries", from(playTape, [{}]), /got an array of 1\.$/],
  ["play, name", from(playTape, "", "m"), /^playTape takes an object of options, got "m"\.$/],
])("%s", (_, said, expected) => {
  if (typeof expected === "string") expect(said).toContain(expected);
  else expect(said).toMatch(expected);
});

const TIMES = "firstRetryMs firstByteTimeoutMs betweenBytesTimeoutMs loadingTimeoutMs firstByteMs betweenBytesMs".split(
  " ",
);
const COUNTS = ["maxRetries", "maxAnswerTokens", "maxAnswerBytes", "contextWindow"];

it.each([...TIMES, ...COUNTS])("%s is no NaN, nothing below none, and no text", (name) => {
  for (const value of [Number.NaN, -1, "5", null]) {
    const said = from(createOpenAiCompatibleModel, { ...server, [name]: value });
    expect(said, String(value)).toMatch(new RegExp(`^createOpenAiCompatibleModel: ${name} must be a .*number`));
  }
  expect(from(createOpenAiCompatibleModel, { ...server, [name]: Number.POSITIVE_INFINITY })).toBe("nothing");
});

it.each(["firstRetryMs", "loadingTimeoutMs"])("%s may be 0: nothing is waited", (name) => {
  expect(from(createOpenAiCompatibleModel, { ...server, [name]: 0 })).toBe("nothing");
});

it("firstRetryMs of a model of the AI SDK is no NaN, and may be 0", () => {
  expect(from(createAiSdkModel, sdk, { firstRetryMs: Number.NaN })).toMatch(/a number of milliseconds of at least 0/);
  expect(from(createAiSdkModel, sdk, { firstRetryMs: 0 })).toBe("nothing");
});

it.each(["firstByteTimeoutMs", "betweenPartsTimeoutMs"])("%s of a model of the AI SDK, too", (name) => {
  for (const value of [Number.NaN, -1, 0]) {
    expect(from(createAiSdkModel, sdk, { [name]: value })).toMatch(/a number of milliseconds above 0/);
  }
});

it.each(["maxRetries", "firstByteTimeoutMs", "contextWindow"])("%s of a model by its name, too", (name) => {
  expect(from(modelByName, "openai:m", { apiKey: "k", [name]: Number.NaN })).toMatch(/^model: .* got NaN\.$/);
});
