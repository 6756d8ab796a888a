import { ActivityStream, defineTool, MemoryJournal, runToolLoop, secret } from "@toolwright/core";
import { z } from "zod";
import { ANSWER, DESCRIPTION, PROMPT, Tally } from "./work.mjs";

const input = z.object({ path: z.string(), line: z.number().int() });
const output = z.object({ path: z.string(), line: z.number().int(), text: z.string(), size: z.number() });

/** Everything that can be switched on, switched on. */
export const toolwright = { name: "Toolwright, all on", prepare: (steps) => prepare(steps, allOn) };

/** What a newcomer gets: a schema, a tool, a loop. */
export const toolwrightDefault = { name: "Toolwright, defaults", prepare: (steps) => prepare(steps, defaults) };

function prepare(steps, configure) {
  const answers = [...steps.map(callsAnswer), finalAnswer()];
  const messages = [{ role: "user", content: PROMPT }];
  const calls = steps.flat().length;
  return async () => {
    const tally = new Tally();
    const { config, verify } = configure(tally, calls);
    let request = 0;
    const model = { name: "mock", completionStream: () => completion(answers[request++]) };
    const result = await runToolLoop({ model, maxIterations: answers.length, ...config }, messages);
    tally.expect(calls, "Toolwright");
    if (result.content !== ANSWER) throw new Error(`Toolwright ended with ${result.stopReason}`);
    verify();
  };
}

function allOn(tally, count) {
  const journal = new MemoryJournal();
  const activity = new ActivityStream(journal);
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
  const config = { tools: [tool], activity, policy, secrets, redaction: "required" };
  return { config: { signal: new AbortController().signal, ...config }, verify };
}

function defaults(tally) {
  return { config: { tools: [lookup(tally, {})] }, verify: () => {} };
}

const secrets = [secret("api_key", "correct-horse-battery-staple"), secret("password", "tr0ub4dor&3-and-more")];
const made = new Map();

/** A tool is defined once, as in a program; only what it counts into is new in each run. */
function lookup(tally, options) {
  const key = Object.keys(options).join();
  const known = made.get(key) ?? { tally };
  known.tally = tally;
  known.tool ??= defineTool({
    name: "lookup",
    description: DESCRIPTION,
    input,
    ...options,
    execute: (value) => known.tally.execute(value),
  });
  made.set(key, known);
  return known.tool;
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
