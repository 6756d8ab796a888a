import {
  ActivityStream,
  defineTool,
  MemoryJournal,
  resumeToolLoop,
  runToolLoop,
  ToolRegistry,
  ToolRunner,
} from "@toolwright/core";
import { scripted } from "@toolwright/models";

/** The whole of it: a loop, a policy that allows, and a journal in memory. */
export async function toolwright(execute, { executor, ...options } = {}) {
  const { createCodeMode, quickJs } = await import("@toolwright/code-mode");
  const { tool } = createCodeMode([readTool(execute)], { ...options, executor: quickJs(executor) });
  return {
    tool: "tools.read",
    run: async (code) => returned(await loop(tool, code)),
    replay: (code) => replay(tool, code),
  };
}

/** Calls without a program, by the same runner. */
export function direct(execute) {
  const runner = new ToolRunner({ registry: new ToolRegistry([readTool(execute)]) });
  const call = async (n) =>
    (await runner.exec({ name: "read", arguments: JSON.stringify({ n }) })).result.output.value.n;
  return {
    sequential: async (count) => {
      let sum = 0;
      for (let n = 0; n < count; n += 1) sum += await call(n);
      return sum;
    },
    parallel: async (count) => {
      const all = await Promise.all(Array.from({ length: count }, (_, n) => call(n)));
      return all.reduce((sum, n) => sum + n, 0);
    },
  };
}

function readTool(execute) {
  return defineTool({
    name: "read",
    description: "Reads a number.",
    input: { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
    output: {
      type: "object",
      properties: { n: { type: "number" }, text: { type: "string" } },
      required: ["n", "text"],
    },
    allowlist: "all",
    effects: "read",
    execute,
  });
}

const POLICY = { decide: () => ({ verdict: "allow" }) };
const ASK = [{ role: "user", content: "Go on." }];

async function loop(tool, code, journal = new MemoryJournal()) {
  const steps = [{ toolCalls: [{ id: "p", name: tool.name, arguments: { code } }] }, { text: "done" }];
  const activity = new ActivityStream(journal);
  return runToolLoop({ model: scripted(steps), tools: [tool], policy: POLICY, activity }, ASK);
}

function returned({ messages, error }) {
  const answer = messages.findLast(({ role }) => role === "tool");
  if (answer === undefined) throw new Error(error?.message ?? "No program ran.");
  return JSON.parse(answer.content);
}

/** A program whose calls have all ended, made again from its journal: what follows a crash before its own end. */
async function replay(tool, code) {
  const journal = new MemoryJournal();
  await loop(tool, code, journal);
  const end = journal.events.findIndex(({ type, id }) => type === "tool_call_end" && id === "p");
  const left = new MemoryJournal();
  for (const event of journal.events.slice(0, end)) left.append(structuredClone(event));
  const config = { model: scripted([{ text: "done" }]), tools: [tool], policy: POLICY };
  return async () => returned(await resumeToolLoop({ ...config, activity: new ActivityStream(left) }));
}
