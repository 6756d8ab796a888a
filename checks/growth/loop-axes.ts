// What one run of a loop has more of.
import {
  ActivityStream,
  type Completion,
  defineTool,
  MemoryJournal,
  type Message,
  type ModelPort,
  runToolLoop,
  secret,
  type Tool,
} from "@toolwright/core";
import { type Axis, expectThat, type Work } from "./axis.ts";

const QUESTION: Message = { role: "user", content: "go" };

export const LOOP_AXES: readonly Axis[] = [
  { name: "steps of a run", n: 100, prepare: (size) => run({ steps: count(size, () => 1) }) },
  { name: "calls in one step", n: 100, prepare: (size) => run({ steps: [size] }) },
  { name: "messages of a history", n: 500, prepare: (size) => run({ steps: [1], history: historyOf(size) }) },
  { name: "tools", n: 100, prepare: (size) => run({ steps: [1], tools: size }) },
  { name: "calls inside a call", n: 100, prepare: (size) => callsInside({ size, replays: false }) },
  { name: "calls inside a call that replays", n: 50, prepare: (size) => callsInside({ size, replays: true }) },
  { name: "deltas of one answer", n: 1_000, prepare: (size) => streamed({ text: count(size, (at) => `word ${at} `) }) },
  { name: "deltas of one argument", n: 500, prepare: (size) => streamed({ fragments: argumentIn(size) }) },
];

interface Running {
  /** How many calls each step makes. */
  readonly steps: readonly number[];
  readonly history?: readonly Message[];
  readonly tools?: number;
}

function run({ steps, history = [], tools = 1 }: Running): Work {
  const offered = count(tools, (at) => echo(`echo_${at}`));
  const calls = steps.reduce((sum, width) => sum + width, 0);
  return async () => {
    const { messages, stopReason } = await runToolLoop(
      {
        ...everything(),
        tools: offered,
        model: asking({ steps, name: `echo_${tools - 1}` }),
        maxIterations: steps.length + 1,
      },
      [...history, QUESTION],
    );
    expectThat(stopReason === "stop", `The run ended with ${stopReason}.`);
    expectThat(messages.length === history.length + 1 + steps.length + calls + 1, `${messages.length} messages`);
  };
}

/** Each call of a loop is stored, masked and guarded. */
function everything() {
  const activity = new ActivityStream(new MemoryJournal());
  activity.subscribe("*", () => undefined);
  return { activity, secrets: [secret("key", "correct-horse-battery-staple")] };
}

function callsInside({ size, replays }: { readonly size: number; readonly replays: boolean }): Work {
  const outer: Tool = defineTool({
    name: "outer",
    description: "Calls others.",
    input: { type: "object" },
    ...(replays && { replays }),
    execute: async (_, context) => {
      let failed = 0;
      for (let at = 0; at < size; at += 1) {
        const result = await context.call("echo", { at });
        failed += result.isError ? 1 : 0;
      }
      return `${failed} failed`;
    },
  });
  return async () => {
    const model = asking({ steps: [1], name: "outer" });
    const { messages } = await runToolLoop({ ...everything(), tools: [outer, echo("echo")], model }, [QUESTION]);
    expectThat(messages.at(-2)?.content === "0 failed", JSON.stringify(messages.at(-2)?.content));
  };
}

function streamed({ text = [], fragments = [] }: { readonly text?: string[]; readonly fragments?: string[] }): Work {
  const content = text.join("");
  const whole = { id: "a", type: "function", function: { name: "echo", arguments: fragments.join("") } } as const;
  const calls = fragments.length === 0 ? [] : [whole];
  return async () => {
    let request = 0;
    const model: ModelPort = {
      name: "streaming",
      completionStream: () => (request++ === 0 ? streaming() : answer({ content: "done" })),
    };
    const { stopReason } = await runToolLoop({ ...everything(), tools: [echo("echo")], model }, [QUESTION]);
    expectThat(stopReason === "stop", `The run ended with ${stopReason}.`);
  };

  function streaming(): Completion {
    async function* deltas() {
      for (const piece of text) yield { type: "text_delta", delta: piece } as const;
      for (const [at, piece] of fragments.entries()) {
        const begun =
          at === 0 ? { id: "a", function: { name: "echo", arguments: piece } } : { function: { arguments: piece } };
        yield { type: "tool_call_delta", delta: { index: 0, ...begun } } as const;
      }
    }
    return { ...answer({ content, calls }), stream: deltas() };
  }
}

function argumentIn(pieces: number): string[] {
  const json = JSON.stringify({ text: "a ".repeat(pieces * 10) });
  return count(Math.ceil(json.length / 20), (at) => json.slice(at * 20, (at + 1) * 20));
}

/** A model that makes so many calls of a tool in each step, and then is done. */
export function asking({ steps, name }: { readonly steps: readonly number[]; readonly name: string }): ModelPort {
  const answers = [...steps];
  let id = 0;
  return {
    name: "asking",
    completionStream: () => {
      const width = answers.shift();
      if (width === undefined) return answer({ content: "done" });
      const calls = count(width, () => ({
        id: `call-${id}`,
        type: "function" as const,
        function: { name, arguments: JSON.stringify({ at: id++ }) },
      }));
      return answer({ content: "", calls });
    },
  };
}

type Call = NonNullable<Awaited<Completion["final"]>["toolCalls"]>[number];

function answer({ content, calls = [] }: { readonly content: string; readonly calls?: readonly Call[] }): Completion {
  const message = { role: "assistant", content } as const;
  const final =
    calls.length === 0
      ? ({ message, model: "m", finishReason: "stop" } as const)
      : ({ message, model: "m", finishReason: "tool_calls", toolCalls: [...calls] } as const);
  return { stream: (async function* () {})(), final: Promise.resolve(final) };
}

function echo(name: string): Tool {
  const execute = (input: object) => JSON.stringify(input);
  return defineTool({ name, description: "Says it back.", input: { type: "object" }, effects: "read", execute });
}

function historyOf(size: number): Message[] {
  return count(size, (at) => ({ role: at % 2 === 0 ? "user" : "assistant", content: `message ${at} of a long talk` }));
}

function count<T>(size: number, make: (at: number) => T): T[] {
  return Array.from({ length: size }, (_, at) => make(at));
}
