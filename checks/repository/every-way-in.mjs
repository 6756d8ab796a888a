// Everything of core that loads a file when it is first used, in a folder of joined files: what became of each use, as
// JSON. Nothing listens for unhandled rejections, so one of them ends the process.
import { pathToFileURL } from "node:url";

const PATIENCE_MS = 60_000;
const folder = pathToFileURL(`${process.argv[2]}/`);
const [core, prompt, classTools, search, telemetry, graph] = await Promise.all(
  ["index", "prompt", "class-tools", "tool-search", "telemetry", "graph"].map((name) =>
    import(new URL(`${name}.js`, folder)).catch(() => null),
  ),
);

const logger = { debug() {}, info() {}, warn() {}, error() {} };
const USER = [{ role: "user", content: "Go on." }];
const numbers = { type: "object", properties: { n: { type: "integer" } }, additionalProperties: false };
const standard = { "~standard": { version: 1, vendor: "x", validate, jsonSchema: { input: () => numbers } } };
const tool = (name, execute, more = {}) =>
  core.defineTool({ name, description: "Does it.", input: standard, execute, ...more });
const plain = { name: "plain", description: "Does it.", parameters: numbers, execute: () => ({ forLLM: "did it" }) };
const tools = [
  tool("ok", () => "did it"),
  tool("json", () => "did it", { input: numbers }),
  tool("fails", () => {
    throw new Error("It broke.");
  }),
  tool("long", () => Array.from({ length: 60_000 }, (_, at) => `line ${at + 1}`).join("\n")),
  tool("asks", () => "did it", { requiresConfirmation: true }),
  tool("goes_on", (_, { background }) => {
    background(() => "did it");
    return "begun";
  }),
  tool("needs", (_, { resolve }) => resolve({ id: "thing", create: () => "did it" })),
];
const registry = new core.ToolRegistry([...tools, plain]);
const approver = { approve: async ({ approvalId }) => ({ approvalId, approve: true }) };
const runner = (more = {}) => new core.ToolRunner({ registry, logger, approver, ...more });
const exec = (name, args = {}, more = {}) => runner(more).exec({ name, arguments: args });
const config = (calls = [], more = {}) => ({ model: model(calls), tools: registry, logger, approver, ...more });
const loop = (calls, more) => core.runToolLoop(config(calls, more), USER);
const secrets = [core.secret("key", "correct-horse-battery")];
const callOf = (name) => ({ name, arguments: {} });

const OK = [{ name: "ok" }];
const CALLER = { kind: "llm", requestId: "q", correlationId: "q", userId: "u", model: "m" };
/** The model takes the reference from the notice of the output before. */
const SEARCH = { name: "tool_output_cache_grep", arguments: { pattern: "li.e 30000", regex: true } };
const READ = { name: "tool_output_cache", arguments: { offset: 29_999, limit: 1 } };

/** A use, what is said where nothing is missing, how it is made, and the entry that it needs beside the main one. */
const USES = [
  ["a call", "did it", () => exec("ok")],
  ["a call of an unknown tool", "unknown_tool", () => exec("nobody")],
  ["a call that fails", "It broke.", () => exec("fails")],
  ["a call that a policy denies", "denied", () => exec("ok", {}, { policy: { decide: () => ({ verdict: "deny" }) } })],
  ["a call that a person is asked about", "did it", () => exec("asks")],
  ["a call that goes on in the background", "begun", () => exec("goes_on")],
  ["a call that needs a thing", "did it", () => exec("needs")],
  ["a call with wrong arguments", "invalid_arguments", () => exec("ok", { n: "x" })],
  ["a call of a tool with a JSON Schema", "did it", () => exec("json", { n: 1 })],
  ["a call that a JSON Schema refuses", "invalid_arguments", () => exec("json", { n: "x" })],
  ["a call with a text that is no JSON", "invalid_json", () => exec("ok", "{")],
  ["a call under secrets", "did it", () => exec("ok", {}, { secrets })],
  ["a call with a long output", "output_ref", () => exec("long")],
  ["a call of an object", "did it", () => exec("plain")],
  ["a call of a form that no call has", "toolName", () => runner().exec({ toolName: "ok", args: {} })],
  ["a call whose journal cannot be read", "could not start", () => exec("ok", {}, { activity: unreadable() })],
  ["calls of a step", "It broke.", () => runner().execAll(["ok", "nobody", "fails"].map(callOf))],
  ["a call that is foreseen", "allow", () => runner().foresee(callOf("ok"))],
  ["the end of a run", "", () => endOfRun()],
  ["a call by name", "did it", () => registry.execute("ok")],
  ["a call by the name of nobody", "unknown_tool", () => registry.execute("nobody")],
  ["a call by name for a conversation", "begun", () => registry.executeWithContext("goes_on", {}, "a", "b", () => {})],
  ["a run", "stop", () => loop([])],
  ["a run with a call", "did it", () => loop(OK)],
  ["a run with an unknown tool", "unknown_tool", () => loop([{ name: "nobody" }])],
  ["a run with wrong arguments", "invalid_arguments", () => loop([{ name: "ok", arguments: '{"n":"x"}' }])],
  ["a run that a JSON Schema refuses", "invalid_arguments", () => loop([{ name: "json", arguments: '{"n":"x"}' }])],
  ["a run with a long output that is searched", "line 30000", () => loop([{ name: "long" }, SEARCH])],
  ["a run with a long output that is read", "line 30000", () => loop([{ name: "long" }, READ])],
  ["a run of an object", "did it", () => loop([{ name: "plain" }], { tools: [plain] })],
  ["a run with a form of its answer", "output", () => loop([], { output: { type: "object" } })],
  ["a run that tells the user", "did it", () => loop(OK, { onUserMessage() {} })],
  ["a run with compaction", "did it", () => loop(OK, { compaction: true })],
  ["a run with an engine", "did it", () => loop(OK, { durable: engine() })],
  ["a run with all of these", "did it", () => loop(OK, { output: {}, compaction: true, onUserMessage() {}, secrets })],
  ["a run under a journal", "did it", () => loop(OK, { activity: new core.ActivityStream(new core.MemoryJournal()) })],
  ["a run that people speak to", "did it", () => loop(OK, { steering: core.createSteerQueue() })],
  ["a run whose model fails", "The model broke.", () => loop("fails")],
  ["a run whose configuration cannot be", "invalid_options", () => core.runToolLoop({ model: 3, logger }, USER)],
  ["a run that is stopped", "aborted", () => loop(OK, { signal: AbortSignal.abort() })],
  ["a stream", "done", () => streamed(core.streamToolLoop(config(OK), USER))],
  ["a stream that nobody reads", "did it", () => core.streamToolLoop(config(OK), USER).final],
  ["a stream that is spoken to", "And this.", () => spokenTo()],
  ["a run that goes on", "stop", async () => core.resumeToolLoop(config([], { activity: await begun() }))],
  ["a summary by hand", "stop", () => core.compactConversation(config(), USER)],
  ["events that are followed", "[]", () => typesOf(new core.ActivityStream().follow({ until: Promise.resolve() }))],
  ["the hash of a request", "7985c42d", () => core.promptHash({ model: "m", messages: USER })],
  ["a tool of a class", "did it", ofClass, classTools],
  ["a prompt", "did it", ofPrompt, prompt],
  ["a search of tools", "needs", ofSearch, search],
  ["summaries of model calls", "did it", summarised, telemetry],
  ["a graph", "done", ofGraph, graph],
  // These two reject by their contract, with a `ToolError`.
  ["a call of the tool itself", "did it", () => tools[0].executeRaw("{}")],
  ["a call of the tool itself with wrong arguments", "ToolError", () => tools[0].executeRaw('{"n":"x"}')],
];

const outcomes = [];
for (const [use, says, make, entry = core] of USES) {
  // Who cannot import an entry hears that at once, of the import.
  if (entry !== null) outcomes.push({ use, says, ...(await outcomeOf(make)) });
}
// What nobody waits for has its say, too.
await new Promise((resolve) => setTimeout(resolve, 50));
console.log(JSON.stringify(outcomes));

async function outcomeOf(use) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, { is: "hung" });
  });
  const settled = (async () => use())().then(
    (value) => ({ is: "settled", said: JSON.stringify(value) ?? "" }),
    (error) => ({ is: "rejected", said: `${error?.name}: ${error?.message}` }),
  );
  const outcome = await Promise.race([settled, late]);
  clearTimeout(timer);
  return outcome;
}

/** Makes the calls one after the other, then ends; or fails. */
function model(calls) {
  const ends = calls === "fails" ? [] : calls.map((call, at) => completion({ call, at }));
  const answer = () => {
    if (calls === "fails") throw new Error("The model broke.");
    return ends.shift() ?? completion({});
  };
  return { name: "m", completionStream: ({ messages }) => ({ stream: deltas(), final: written(answer(), messages) }) };
}

async function written(answer, messages) {
  const [call] = answer.toolCalls ?? [];
  if (typeof call?.function.arguments !== "object") return answer;
  const [ref] = /(?<=ref_id[^\w]+)[\w-]{6,}/.exec(JSON.stringify(messages.at(-1))) ?? ["none"];
  call.function.arguments = JSON.stringify({ ...call.function.arguments, ref_id: ref });
  return answer;
}

function completion({ call, at }) {
  const message = { role: "assistant", content: "{}" };
  if (call === undefined) return { message, model: "m", finishReason: "stop" };
  const toolCall = { id: `c${at}`, type: "function", function: { arguments: "{}", ...call } };
  return {
    message: { ...message, tool_calls: [toolCall] },
    model: "m",
    finishReason: "tool_calls",
    toolCalls: [toolCall],
  };
}

async function* deltas() {
  yield { type: "text_delta", delta: "{}" };
}

function validate(value) {
  const isWrong = value.n !== undefined && typeof value.n !== "number";
  return isWrong ? { issues: [{ message: "n must be a number", path: ["n"] }] } : { value };
}

async function typesOf(events) {
  const types = [];
  for await (const { type } of events) types.push(type);
  return types;
}

function unreadable() {
  return new core.ActivityStream({
    append: async () => undefined,
    read() {
      throw new Error("It cannot be read.");
    },
  });
}

/** A journal with a run that a crash left open. */
async function begun() {
  const journal = new core.MemoryJournal();
  await new core.ActivityStream(journal).emit("run_start", { input: USER, model: "m" }, { runId: "r" });
  return new core.ActivityStream(journal);
}

/** An engine that keeps nothing. */
function engine() {
  const signal = new AbortController().signal;
  return {
    runId: "r",
    cancelled: signal,
    lost: signal,
    step: (_key, work) => work({ attempt: 1, idempotencyKey: "k", signal }),
    decision: () => new Promise(() => {}),
    sleepUntil: async () => {},
  };
}

async function streamed(run) {
  const types = await typesOf(run.events ?? run.stream);
  return { types, ...(await run.final) };
}

function spokenTo() {
  const { final, steer } = core.streamToolLoop(config(OK), USER);
  steer("And this.");
  return final;
}

async function endOfRun() {
  const one = runner();
  await one.exec(callOf("needs"), { runId: "r" });
  await one.endRun("r");
}

function ofClass() {
  class Own extends classTools.BaseTool {
    name = "own";
    description = "Does it.";
    parameters = numbers;
    async executeImpl() {
      return { success: true, output: "did it" };
    }
  }
  const stream = new classTools.ActivityStream();
  return new classTools.ToolManager([new Own(stream)], stream).executeTool("own", {});
}

async function ofPrompt() {
  const { model, logger } = config(OK);
  const define = (one) => one.defTool("ok", "Does it.", numbers, () => "did it");
  const { result } = await prompt.runPrompt(define, { model, logger });
  return { text: await result.text, ...(await result.final) };
}

function summarised() {
  const { observer } = telemetry.summariseInvocations({ sink: () => {} });
  return loop(OK, { observer });
}

function ofGraph() {
  return streamed(graph.createGraphExecutor(config(OK)).runGraph({ messages: USER, caller: CALLER }));
}

function ofSearch() {
  const { tool, prepareStep } = search.createToolSearch(new search.ToolCatalog(tools));
  const asked = { name: "tool_search", arguments: '{"query":"ne+ds","regex":true}' };
  return loop([asked], { tools: [tool, ...tools], prepareStep });
}
