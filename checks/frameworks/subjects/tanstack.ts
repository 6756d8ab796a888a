import { type AnyTextAdapter, chat, EventType, maxIterations, toolDefinition } from "@tanstack/ai";
import { rawArguments, toTanstackTools } from "@toolwright/adapters/tanstack";
import type { ToolRunner } from "@toolwright/core";
import type { AskingRan, AskingWork, PlainTool, Ran, ScriptedCall, Subject, Work } from "./subject.ts";

/** TanStack AI: `chat` with an adapter that follows a script. It makes the calls of a step one after the other. */
export const subject: Subject = { name: "TanStack AI", version: "0.58.0", inOrder: true, alone, ours, run, asking };

type Tools = NonNullable<Parameters<typeof chat>[0]["tools"]>[number][];

function alone(tools: readonly PlainTool[]): Tools {
  return tools.map(({ name, schema, execute, output, asks = false }) =>
    toolDefinition({
      name,
      description: name,
      inputSchema: schema,
      needsApproval: asks,
      ...(output && { outputSchema: output }),
    }).server(async (input: unknown, context) => await execute(input, context?.abortSignal)),
  );
}

function ours(runner: ToolRunner): Tools {
  const tools = toTanstackTools(runner);
  made.set(tools, (adapter) => rawArguments(adapter, tools));
  return tools;
}

/** What an adapter has to be for tools of ours. */
const made = new WeakMap<object, (adapter: AnyTextAdapter) => AnyTextAdapter>();

async function run({ tools, steps, signal }: Work): Promise<Ran> {
  const adapter = new ScriptedAdapter(steps);
  const given: Tools = Array.from(Object(tools));
  const previews: string[] = [];
  const controller = new AbortController();
  signal?.addEventListener("abort", () => controller.abort(), { once: true });
  let thrown: string | undefined;
  try {
    const stream = chat({
      adapter: made.get(Object(tools))?.(adapter.asAdapter()) ?? adapter.asAdapter(),
      messages: [{ role: "user", content: "Go on." }],
      tools: given,
      agentLoopStrategy: maxIterations(steps.length + 1),
      abortController: controller,
    });
    for await (const chunk of stream) {
      const { type, name, value } = Object(chunk);
      if (type === EventType.CUSTOM && name === "tool-output") previews.push(String(value.chunk));
    }
  } catch (error) {
    thrown = String(error);
  }
  return { ...adapter.seen(), previews, ...(thrown === undefined ? {} : { thrown }) };
}

type Parts = Extract<NonNullable<Parameters<typeof chat>[0]["messages"]>[number], { parts: unknown }>["parts"];

/** Ends with the questions; the client sends the calls back, with its answers, in messages of its own. */
async function asking({ runner, tools, steps, answer, tamper = String, twice }: AskingWork): Promise<AskingRan> {
  const scripted = new ScriptedAdapter(steps);
  const ours = runner === undefined ? undefined : toTanstackTools(runner, { approvals: "framework" });
  const given: Tools = ours ?? Array.from(Object(tools));
  const adapter = ours === undefined ? scripted.asAdapter() : rawArguments(scripted.asAdapter(), ours);
  const user = { role: "user" as const, content: "Go on." };
  const first = await heard(chat({ adapter, messages: [user], tools: given, agentLoopStrategy: maxIterations(9) }));
  const asking = new Set(given.filter(({ needsApproval }) => needsApproval).map(({ name }) => name));
  const open = first.filter(({ name, result }) => asking.has(name) && result === undefined);
  const sent = first.map((one) => partOf(one, open.includes(one) ? answer : undefined));
  const parts: Parts = JSON.parse(tamper(JSON.stringify(sent)));
  const messages = [user, { id: "m", role: "assistant" as const, parts }];
  if (open.length > 0)
    for (let turn = 0; turn < (twice ? 2 : 1); turn += 1)
      await heard(chat({ adapter, messages, tools: given, agentLoopStrategy: maxIterations(9) }));
  return { ...scripted.seen(), previews: [], questions: open.length };
}

interface Heard {
  readonly id: string;
  readonly name: string;
  text: string;
  result?: unknown;
}

async function heard(stream: AsyncIterable<object>): Promise<readonly Heard[]> {
  const calls = new Map<string, Heard>();
  for await (const chunk of stream) {
    const { type, toolCallId, toolCallName, delta, args, content } = Object(chunk);
    const call = calls.get(toolCallId);
    if (type === EventType.TOOL_CALL_START && !call)
      calls.set(toolCallId, { id: toolCallId, name: toolCallName, text: "" });
    if (type === EventType.TOOL_CALL_ARGS && call) call.text = args ?? call.text + delta;
    if (type === EventType.TOOL_CALL_RESULT && call) call.result = content;
  }
  return [...calls.values()];
}

function partOf({ id, name, text, result }: Heard, approved: boolean | undefined): object {
  const part = { type: "tool-call", id, name, arguments: text };
  if (result !== undefined) return { ...part, state: "complete", output: result };
  if (approved === undefined) return { ...part, state: "input-complete" };
  return { ...part, state: "approval-responded", approval: { id: `approval_${id}`, needsApproval: true, approved } };
}

interface Request {
  readonly messages: readonly { readonly role: string; readonly content: unknown; readonly toolCallId?: string }[];
  readonly tools?: readonly { readonly name: string; readonly inputSchema?: unknown }[];
}

/** A model that makes the calls of one step after the other, then says `done`. */
class ScriptedAdapter {
  readonly #steps: readonly (readonly ScriptedCall[])[];
  readonly #requests: Request[] = [];

  constructor(steps: readonly (readonly ScriptedCall[])[]) {
    this.#steps = steps;
  }

  asAdapter(): AnyTextAdapter {
    return Object({
      kind: "text",
      name: "scripted",
      model: "script",
      chatStream: (request: Request) => this.#answer(request),
    });
  }

  async *#answer(request: Request): AsyncGenerator<object> {
    const calls = this.#steps[this.#requests.length] ?? [];
    this.#requests.push({ ...request, messages: [...request.messages] });
    const about = { threadId: "t", runId: `r${this.#requests.length}`, model: "script", timestamp: 0 };
    yield { type: EventType.RUN_STARTED, ...about };
    for (const [index, { id, name, arguments: text }] of calls.entries()) {
      const call = { toolCallId: id, toolCallName: name, toolName: name, index, ...about };
      yield { type: EventType.TOOL_CALL_START, ...call };
      yield { type: EventType.TOOL_CALL_ARGS, ...call, delta: text };
      yield { type: EventType.TOOL_CALL_END, ...call };
    }
    if (calls.length === 0) {
      yield { type: EventType.TEXT_MESSAGE_START, messageId: "m", role: "assistant", ...about };
      yield { type: EventType.TEXT_MESSAGE_CONTENT, messageId: "m", delta: "done", ...about };
      yield { type: EventType.TEXT_MESSAGE_END, messageId: "m", ...about };
    }
    yield {
      type: EventType.RUN_FINISHED,
      ...about,
      metadata: { tanstack: { finishReason: calls.length === 0 ? "stop" : "tool_calls" } },
      finishReason: calls.length === 0 ? "stop" : "tool_calls",
    };
  }

  seen(): Pick<Ran, "answers" | "parameters" | "requests"> {
    const results = (this.#requests.at(-1)?.messages ?? []).filter(({ role }) => role === "tool");
    const answers = results.map(({ toolCallId = "", content }) => ({ id: toolCallId, text: textOf(content) }));
    const tools = this.#requests[0]?.tools ?? [];
    const parameters = Object.fromEntries(tools.map(({ name, inputSchema }) => [name, inputSchema]));
    return { answers, parameters, requests: this.#requests.length };
  }
}

function textOf(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content);
}
