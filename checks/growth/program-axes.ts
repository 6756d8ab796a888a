// What a program of a model has more of: calls, tools that it may call, lines.

import { createCodeMode, quickJs } from "@toolwright/code-mode";
import {
  ActivityStream,
  defineTool,
  type JournalEvent,
  MemoryJournal,
  resumeToolLoop,
  runToolLoop,
  type Tool,
} from "@toolwright/core";
import { scripted } from "@toolwright/models";
import { foldCalls } from "@toolwright/view";
import { programOf } from "@toolwright/view/internal";
import { type Axis, expectThat, type Work } from "./axis.ts";

const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

export const PROGRAM_AXES: readonly Axis[] = [
  { name: "calls of a program, one after another", n: 25, prepare: (size) => ranAgain(oneByOne(size), size) },
  { name: "calls of a program, at once", n: 25, prepare: (size) => ranAgain(atOnce(size), size) },
  { name: "calls of a program, given again after a crash", n: 25, prepare: resumed },
  { name: "calls of a program, folded", n: 500, prepare: folded },
  { name: "tools of a program", n: 50, prepare: declared },
  { name: "lines of a program", n: 100, prepare: read },
];

const oneByOne = (calls: number) => `for (let n = 0; n < ${calls}; n += 1) await tools.echo({ n }); return "ran"`;
const atOnce = (calls: number) =>
  `await Promise.all(Array.from({ length: ${calls} }, (_, n) => tools.echo({ n }))); return "ran"`;

function codeMode(tools: readonly Tool[] = [echo("echo")]) {
  return createCodeMode(tools, { executor: quickJs({ threads: false }), limits: { calls: 100_000, cpuMs: 60_000 } });
}

/** Each work is one program. */
function ranAgain(code: string, calls: number): Work {
  return async () => {
    const events = await run(code);
    expectThat(events.length > calls, `${events.length} events`);
  };
}

async function run(code: string): Promise<readonly JournalEvent[]> {
  const journal = new MemoryJournal();
  const steps = [{ toolCalls: [{ id: "p", name: "run_code", arguments: { code } }] }, { text: "done" }];
  const { messages } = await runToolLoop(
    { model: scripted(steps), tools: [codeMode().tool], activity: new ActivityStream(journal), logger: QUIET },
    [{ role: "user", content: "go" }],
  );
  expectThat(
    messages.some(({ role, content }) => role === "tool" && content === "ran"),
    JSON.stringify(messages.at(-2)),
  );
  return journal.events;
}

/** Each work is the second life of a program whose process died before its last event. */
async function resumed(size: number): Promise<Work> {
  const events = await run(oneByOne(size));
  const end = events.findIndex(({ type, id }) => type === "tool_call_end" && id === "p");
  return async () => {
    const journal = new MemoryJournal();
    for (const event of events.slice(0, end)) journal.append(structuredClone(event));
    const { messages } = await resumeToolLoop({
      model: scripted([{ text: "done" }]),
      tools: [codeMode().tool],
      activity: new ActivityStream(journal),
      logger: QUIET,
    });
    expectThat(
      messages.some(({ role, content }) => role === "tool" && content === "ran"),
      "It did not come to its end.",
    );
  };
}

async function folded(size: number): Promise<Work> {
  const events = await run(atOnce(size));
  return () => {
    const calls = programOf(foldCalls(events), "p")?.calls.length;
    expectThat(calls === size, `${calls} calls`);
  };
}

function declared(size: number): Work {
  const tools = Array.from({ length: size }, (_, at) => echo(`echo_${at}`));
  return () => {
    const { declarations } = codeMode(tools);
    expectThat(declarations.includes("echo_0"), declarations.slice(0, 200));
  };
}

function read(size: number): Work {
  const code = Array.from({ length: size }, (_, at) => `const v${at}: number = ${at};`).join("\n");
  const { preview } = codeMode();
  return async () => {
    const { any, names } = await preview(`${code}\nreturn tools.echo({})`);
    expectThat(!any && names.length === 1, `${names.length} names`);
  };
}

function echo(name: string): Tool {
  const execute = (input: object) => JSON.stringify(input);
  return defineTool({ name, description: "Says it back.", input: { type: "object" }, effects: "read", execute });
}
