// What a process does first: it defines a tool, and makes a run in which a model calls it, with defaults and with
// everything switched on.
const { ActivityStream, defineTool, MemoryJournal, runToolLoop, secret } = await import("@toolwright/core");

const schema = () => ({ type: "object", properties: { said: { type: "string" } } });
const input = { "~standard": { version: 1, vendor: "x", validate, jsonSchema: { input: schema, output: schema } } };
const call = { id: "a", type: "function", function: { name: "greet", arguments: '{"said":"hello"}' } };
const activity = new ActivityStream(new MemoryJournal());
activity.subscribe("*", () => {});

await run({}, {});
await run(
  { output: input, allowlist: ["said"], effects: "read", timeoutMs: 1_000 },
  {
    activity,
    policy: { decide: () => ({ verdict: "allow" }) },
    secrets: [secret("key", "correct-horse-battery")],
    redaction: "required",
    signal: new AbortController().signal,
  },
);

async function run(options, config) {
  const tool = defineTool({
    name: "greet",
    description: "Greets.",
    input,
    ...options,
    execute: ({ said }) => ({ said }),
  });
  const { stopReason } = await runToolLoop({ model: model(), tools: [tool], ...config }, [
    { role: "user", content: "Go on." },
  ]);
  if (stopReason !== "stop") throw new Error(stopReason);
}

function model() {
  const ends = [{ toolCalls: [call], finishReason: "tool_calls" }, { finishReason: "stop" }];
  const message = { role: "assistant", content: "It is said." };
  const completion = () => ({ message, model: "m", usage: { inputTokens: 1, outputTokens: 1 }, ...ends.shift() });
  return { name: "m", completionStream: () => ({ stream: noDeltas(), final: Promise.resolve(completion()) }) };
}

async function* noDeltas() {}

function validate(value) {
  return { value };
}
