import { z } from "zod";
import type { Arm, Assignment, MadeCall } from "./arm.ts";
import { PLAIN_SYSTEM } from "./arm.ts";
import { messageOf, plainTools } from "./plain-tools.ts";

interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: object;
  readonly execute: (input: Record<string, string>) => string;
}

/** A loop as it is written by hand: chat completions, `JSON.parse`, seven plain tools. */
export const runPlainLoop: Arm = async (assignment) => {
  const tools = offered(assignment);
  const messages: object[] = [
    { role: "system", content: PLAIN_SYSTEM },
    { role: "user", content: assignment.request },
  ];
  const calls: MadeCall[] = [];
  let [tokensIn, tokensOut, steps, answer] = [0, 0, 0, ""];
  while (steps < assignment.maxSteps) {
    const { message, usage } = await complete(assignment, tools, messages);
    steps += 1;
    tokensIn += usage?.prompt_tokens ?? 0;
    tokensOut += usage?.completion_tokens ?? 0;
    messages.push(message);
    answer = message.content ?? "";
    if (!message.tool_calls?.length) break;
    for (const { id, function: asked } of message.tool_calls) {
      const call = makeCall(tools, asked);
      calls.push(call);
      messages.push({ role: "tool", tool_call_id: id, content: call.answer });
    }
  }
  return { answer, steps, tokensIn, tokensOut, calls };
};

function offered({ folder, function: only }: Assignment): readonly OfferedTool[] {
  if (only !== undefined)
    return [{ name: only.tool, description: only.tool, parameters: only.schema, execute: () => "done" }];
  return plainTools(folder ?? ".").map(({ name, description, input, execute }) => ({
    name,
    description,
    parameters: z.toJSONSchema(input),
    execute: (given) => execute(input.parse(given) as Record<string, string>),
  }));
}

function makeCall(
  tools: readonly OfferedTool[],
  asked: { readonly name: string; readonly arguments: string },
): MadeCall {
  const call = { name: asked.name, asked: asked.arguments, isMended: false };
  try {
    const tool = tools.find(({ name }) => name === asked.name);
    if (tool === undefined) throw new Error(`There is no tool ${asked.name}.`);
    const ran: unknown = JSON.parse(asked.arguments);
    return { ...call, ran, answer: tool.execute(Object(ran)), isRefused: false };
  } catch (error) {
    return { ...call, answer: messageOf(error), isRefused: true };
  }
}

interface Completion {
  readonly message: {
    readonly content?: string | null;
    readonly tool_calls?: readonly {
      readonly id: string;
      readonly function: { readonly name: string; readonly arguments: string };
    }[];
  };
  readonly usage?: { readonly prompt_tokens?: number; readonly completion_tokens?: number };
}

async function complete(
  { baseUrl, model, maxTokens }: Assignment,
  tools: readonly OfferedTool[],
  messages: readonly object[],
): Promise<Completion> {
  const offered = tools.map(({ name, description, parameters }) => ({
    type: "function",
    function: { name, description, parameters },
  }));
  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model, messages, tools: offered, temperature: 0, max_tokens: maxTokens }),
  });
  if (!response.ok) throw new Error(`The model server answered ${response.status}: ${await response.text()}`);
  const { choices, usage } = await response.json();
  return { message: choices[0].message, usage };
}
