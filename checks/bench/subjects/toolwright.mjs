import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ANSWER, DESCRIPTION, PROMPT, Tally } from "./work.mjs";

/**
 * Everything that can be switched on, switched on; and what a newcomer gets: a schema, a tool, a loop. Of this
 * checkout, or of another one that was built; with schemas of zod, or as JSON.
 */
export async function toolwrightOf(folder, schemas = zodSchemas) {
  const core = await import(mainOf(folder));
  const given = await schemas();
  const name = folder === undefined ? "Toolwright" : "before";
  const subject = (words, configure) => ({
    name: `${name}, ${words}`,
    prepare: (steps, kind) => prepare(core, steps, { kind, configure, schemas: given }),
  });
  return [subject("all on", allOn), subject("defaults", defaults)];
}

/** As most people write them. */
async function zodSchemas() {
  const { z } = await import("zod");
  return {
    input: z.object({ path: z.string(), line: z.number().int() }),
    output: z.object({ path: z.string(), line: z.number().int(), text: z.string(), size: z.number() }),
  };
}

/** The same schemas, for which no library is loaded. */
export async function jsonSchemas() {
  const input = { path: { type: "string" }, line: { type: "integer" } };
  const output = { ...input, text: { type: "string" }, size: { type: "number" } };
  const objectOf = (properties) => ({ type: "object", properties, required: Object.keys(properties) });
  return { input: objectOf(input), output: objectOf(output) };
}

/** The file to import. Core and its joined files have moved since 0.1. */
export function mainOf(folder) {
  if (folder === undefined) return "@toolwright/core";
  const places = ["runtime/core/dist/joined", "packages/core/dist/joined", "packages/core/dist/node"];
  const files = places.map((place) => resolve(folder, place, "index.js"));
  return pathToFileURL(files.find((file) => existsSync(file)) ?? files[0]).href;
}

function prepare(core, steps, { kind, configure, schemas }) {
  const answers = [...steps.map(callsAnswer), finalAnswer()];
  const messages = [{ role: "user", content: PROMPT }];
  const calls = steps.flat().length;
  const lookup = lookupOf(core, { kind, input: schemas.input });
  return async () => {
    const tally = new Tally();
    const { config, verify } = configure({ core, tally, count: calls, lookup, output: schemas.output });
    let request = 0;
    const model = { name: "mock", completionStream: () => completion(answers[request++]) };
    const result = await core.runToolLoop({ model, maxIterations: answers.length, ...config }, messages);
    tally.expect(calls, "Toolwright");
    if (result.content !== ANSWER) throw new Error(`Toolwright ended with ${result.stopReason}`);
    verify();
  };
}

function allOn({ core, tally, count, lookup, output }) {
  const journal = new core.MemoryJournal();
  const activity = new core.ActivityStream(journal);
  const seen = { events: 0, ends: 0, decisions: 0 };
  activity.subscribe("*", (event) => {
    // That a call runs now is only told, unless it had to wait: nothing of it is in the journal.
    if (event.type !== "tool_call_running") seen.events += 1;
    if (event.type === "tool_call_end" && event.data.success) seen.ends += 1;
  });
  const tool = lookup(tally, { output, allowlist: ["path", "line", "text"], effects: "read", timeoutMs: 10_000 });
  const policy = {
    decide: () => {
      seen.decisions += 1;
      return { verdict: "allow" };
    },
  };
  const verify = () => {
    if (seen.ends !== count || seen.decisions !== count) throw new Error(`Toolwright: ${JSON.stringify(seen)}`);
    if (journal.events.length !== seen.events) throw new Error("Toolwright: the journal misses events");
  };
  const config = { tools: [tool], activity, policy, secrets: secretsOf(core), redaction: "required" };
  return { config: { signal: new AbortController().signal, ...config }, verify };
}

function defaults({ tally, lookup }) {
  return { config: { tools: [lookup(tally, {})] }, verify: () => {} };
}

const secrets = new Map();

function secretsOf(core) {
  const named = [
    ["api_key", "correct-horse-battery-staple"],
    ["password", "tr0ub4dor&3-and-more"],
  ];
  if (!secrets.has(core))
    secrets.set(
      core,
      named.map((pair) => core.secret(...pair)),
    );
  return secrets.get(core);
}

/** A tool is defined once, as in a program; only what it counts into is new in each run. */
function lookupOf(core, { kind, input }) {
  const known = { tally: undefined, tool: undefined };
  const atOnce = (value) => known.tally.execute(value);
  const later = async (value) => {
    await undefined;
    return known.tally.execute(value);
  };
  return (tally, options) => {
    known.tally = tally;
    known.tool ??= core.defineTool({
      name: "lookup",
      description: DESCRIPTION,
      input,
      ...options,
      execute: kind === "asynchronous" ? later : atOnce,
    });
    return known.tool;
  };
}

async function* noDeltas() {}

function completion(result) {
  return { stream: noDeltas(), final: Promise.resolve(result) };
}

function callsAnswer(calls) {
  const toolCalls = calls.map(({ id, name, input: args }) => ({
    id,
    type: "function",
    function: { name, arguments: JSON.stringify(args) },
  }));
  const message = { role: "assistant", content: "", tool_calls: toolCalls };
  return { message, model: "mock", usage: usage(), finishReason: "tool_calls", toolCalls };
}

function finalAnswer() {
  return {
    message: { role: "assistant", content: ANSWER },
    model: "mock",
    usage: usage(),
    finishReason: "stop",
  };
}

function usage() {
  return { inputTokens: 10, outputTokens: 10 };
}
