import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";
import type { Runnable } from "@langchain/core/runnables";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { Command, MemorySaver } from "@langchain/langgraph";
import { rawArguments, toLangChainTools } from "@toolwright/adapters/langchain";
import type { ToolRunner } from "@toolwright/core";
import { createAgent, createMiddleware, tool } from "langchain";
import { z } from "zod";
import type { AskingRan, AskingWork, PlainTool, Ran, ScriptedCall, Subject, Work } from "./subject.ts";

/** LangChain: `createAgent` with a chat model that follows a script. */
export const subject: Subject = { name: "LangChain", version: "1.5.14", alone, ours, run, asking };

type Tools = NonNullable<Parameters<typeof createAgent>[0]["tools"]>[number][];

function alone(tools: readonly PlainTool[]): Tools {
  return tools.map(({ name, schema, execute }) =>
    tool(async (input: unknown, config: { readonly signal?: AbortSignal }) => await execute(input, config.signal), {
      name,
      description: name,
      schema: { ...schema, type: "object" as const },
    }),
  );
}

async function ours(runner: ToolRunner): Promise<Tools> {
  const tools = await toLangChainTools(runner);
  made.set(tools, createMiddleware(rawArguments(tools)));
  return tools;
}

/** What an agent has to have for tools of ours. */
const made = new WeakMap<object, ReturnType<typeof createMiddleware>>();

async function run({ tools, steps, signal }: Work): Promise<Ran> {
  const model = new ScriptedChat(steps);
  const given: Tools = Array.from(Object(tools));
  const previews: string[] = [];
  let thrown: string | undefined;
  try {
    const handing = made.get(Object(tools));
    const agent = createAgent({ model, tools: given, ...(handing && { middleware: [handing] }) });
    const input = { messages: [{ role: "user" as const, content: "Go on." }] };
    const config = { recursionLimit: 1_000, ...(signal && { signal }) };
    for await (const piece of await agent.stream(input, { ...config, streamMode: "custom" })) {
      previews.push(String(Object(piece).chunk));
    }
  } catch (error) {
    thrown = String(error);
  }
  return { ...model.seen(), previews, ...(thrown === undefined ? {} : { thrown }) };
}

/** Stops at an interrupt; the state between is in a checkpoint, where no thief comes. */
async function asking({ runner, steps, answer }: AskingWork): Promise<AskingRan> {
  if (runner === undefined) throw new TypeError("LangChain alone asks by a middleware, not by a tool.");
  const model = new ScriptedChat(steps);
  const tools = await toLangChainTools(runner, { approvals: "framework" });
  const agent = createAgent({ model, tools, checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "one" } };
  let questions = 0;
  let result = await agent.invoke({ messages: [{ role: "user", content: "Go on." }] }, config);
  for (let stopped = interruptsOf(result); stopped.length > 0 && questions < 10; stopped = interruptsOf(result)) {
    questions += stopped.length;
    const resume = Object.fromEntries(stopped.map(({ id = "" }) => [id, { approve: answer, reason: "Not now." }]));
    result = await agent.invoke(new Command({ resume }), config);
  }
  return { ...model.seen(), previews: [], questions };
}

function interruptsOf(result: object): readonly { readonly id?: string }[] {
  const { __interrupt__: stopped } = Object(result);
  return Array.isArray(stopped) ? stopped : [];
}

/** A model that makes the calls of one step after the other, then says `done`. */
export class ScriptedChat extends BaseChatModel {
  readonly steps: readonly (readonly ScriptedCall[])[];
  bound: readonly object[] = [];
  readonly requests: BaseMessage[][] = [];

  constructor(steps: readonly (readonly ScriptedCall[])[]) {
    super({});
    this.steps = steps;
  }

  override _llmType(): string {
    return "scripted";
  }

  override bindTools(tools: readonly object[]): Runnable<never, never> {
    this.bound = tools;
    return Object(this);
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const calls = this.steps[this.requests.length] ?? [];
    this.requests.push(messages);
    const message = new AIMessage({ content: calls.length === 0 ? "done" : "", ...parsed(calls) });
    return { generations: [{ text: "", message }] };
  }

  seen(): Pick<Ran, "answers" | "parameters" | "requests"> {
    const results = (this.requests.at(-1) ?? []).filter((message) => ToolMessage.isInstance(message));
    const answers = results.map((message) => ({ id: message.tool_call_id, text: textOf(message.content) }));
    const functions = this.bound.map((one) => convertToOpenAITool(Object(one)).function);
    const parameters = Object.fromEntries(functions.map((one) => [one.name, one.parameters]));
    return { answers, parameters, requests: this.requests.length };
  }
}

/** As LangChain's models do it: arguments that are no JSON object make a call that is not run. */
function parsed(calls: readonly ScriptedCall[]) {
  const made = calls.map(({ id, name, arguments: text }) => {
    try {
      return { id, name, args: JSON.parse(text === "" ? "{}" : text), type: "tool_call" as const };
    } catch {
      return { id, name, args: text, error: "Malformed args.", type: "invalid_tool_call" as const };
    }
  });
  return {
    tool_calls: made.flatMap((one) => (one.type === "tool_call" ? [one] : [])),
    invalid_tool_calls: made.flatMap((one) => (one.type === "invalid_tool_call" ? [one] : [])),
  };
}

function textOf(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content);
}

/** Tools of LangChain for the way back. */
export function ownTools() {
  const add = tool(async ({ a, b }) => a + b, {
    name: "add",
    description: "Adds.",
    schema: z.object({ a: z.number(), b: z.number().default(1) }),
  });
  const fails = tool(
    async () => {
      throw new Error("no postgres://admin:hunter2@db");
    },
    { name: "fails", description: "Fails.", schema: z.object({}) },
  );
  return { add, fails };
}
