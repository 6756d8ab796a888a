import { createCodeMode } from "@toolwright/code-mode";
import { type Message, runToolLoop, type Tool } from "@toolwright/core";
import { type ScriptedRequest, type ScriptStep, scripted } from "@toolwright/core/testing";
import { answer } from "./data.ts";
import { fiftyTools } from "./fifty-tools.ts";
import type { Task } from "./tasks.ts";

/** What one way to do a task takes of a model. */
export interface Bill {
  readonly requests: number;
  /** Tokens of all requests: tools and messages, each time anew. */
  readonly read: number;
  /** Tokens that the model writes: calls and the answer. */
  readonly written: number;
  /** What the last tool said. */
  readonly lastResult: string;
  /** The calls that were made, as the tools heard of them. */
  readonly made: readonly string[];
}

type Heard = (call: string) => void;

/** The ways to do a task, by name. */
export const ARMS: Readonly<Record<string, (task: Task) => Promise<Bill>>> = {
  "one call a step": (task) =>
    bill(task, (heard) => ({ tools: heardTools(heard), steps: task.calls.flat().map((call) => [call]) })),
  "all calls in one step": (task) => bill(task, (heard) => ({ tools: heardTools(heard), steps: task.calls })),
  "a program": (task) =>
    bill(task, (heard) => {
      const { tool } = createCodeMode(heardTools(heard));
      return { tools: [tool], steps: [[{ name: tool.name, arguments: { code: task.program } }]] };
    }),
};

interface Arm {
  readonly tools: readonly Tool[];
  readonly steps: readonly NonNullable<ScriptStep["toolCalls"]>[];
}

function heardTools(heard: Heard): readonly Tool[] {
  return fiftyTools((name, input) => {
    heard(`${name} ${JSON.stringify(input)}`);
    return answer(name, input);
  });
}

async function bill(task: Task, armFor: (heard: Heard) => Arm): Promise<Bill> {
  const made: string[] = [];
  const { tools, steps } = armFor((call) => made.push(call));
  const model = scripted([...steps.map((toolCalls) => ({ toolCalls })), { text: task.answer }]);
  const { messages } = await runToolLoop({ model, tools, maxIterations: 50 }, [
    { role: "user", content: task.question },
  ]);
  model.assertComplete();
  return {
    requests: model.requests.length,
    read: model.requests.reduce((sum, request) => sum + tokensOf(request), 0),
    written: messages.filter(({ role }) => role === "assistant").reduce((sum, message) => sum + tokens(message), 0),
    lastResult: String(messages.findLast(({ role }) => role === "tool")?.content),
    made,
  };
}

function tokensOf({ messages, tools }: ScriptedRequest): number {
  return tokens(messages) + tokens(tools);
}

function tokens(value: Message | readonly Message[] | ScriptedRequest["tools"]): number {
  return Math.ceil(JSON.stringify(value ?? []).length / 4);
}
