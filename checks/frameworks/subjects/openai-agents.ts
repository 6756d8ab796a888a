import { Agent, RunState, run as runAgent, setTracingDisabled, type Tool, tool } from "@openai/agents";
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents-core/testing";
import { rawArguments, toOpenAiAgentsTools } from "@toolwright/adapters/openai-agents";
import type { ToolRunner } from "@toolwright/core";
import type { AskingRan, AskingWork, PlainTool, Ran, ScriptedCall, Subject, Work } from "./subject.ts";

setTracingDisabled(true);

/** OpenAI Agents: `run` with its own scripted model. */
export const subject: Subject = { name: "OpenAI Agents", version: "0.20.0", shows: false, alone, ours, run, asking };

function alone(tools: readonly PlainTool[]): Tool[] {
  return tools.map(({ name, schema, execute, timeoutMs, asks = false }) =>
    tool({
      name,
      description: name,
      // Its type knows fewer schemas than it takes.
      parameters: JSON.parse(JSON.stringify(schema)),
      strict: false,
      needsApproval: asks,
      ...(timeoutMs !== undefined && { timeoutMs }),
      execute: async (input: unknown, _run: unknown, details?: { readonly signal?: AbortSignal }) =>
        await execute(input, details?.signal),
    }),
  );
}

async function ours(runner: ToolRunner): Promise<Tool[]> {
  const tools = await toOpenAiAgentsTools(runner);
  made.add(tools);
  return tools;
}

/** The tools of ours: their model hands on what it wrote. */
const made = new WeakSet();

async function run({ tools, steps, signal }: Work): Promise<Ran> {
  const model = scriptedModel(steps);
  const given: Tool[] = Array.from(Object(tools));
  let thrown: string | undefined;
  try {
    const isOurs = made.has(Object(tools));
    const agent = new Agent({ name: "bench", model: isOurs ? rawArguments(model, given) : model, tools: given });
    await runAgent(agent, "Go on.", {
      maxTurns: steps.length + 1,
      ...(signal && { signal }),
      // As the page about our tools says.
      ...(isOurs && { toolNotFoundBehavior: "return_error_to_model" as const }),
    });
  } catch (error) {
    thrown = String(error);
  }
  return { ...seenBy(model), previews: [], ...(thrown === undefined ? {} : { thrown }) };
}

/** Stops with interruptions; the state between is text. */
async function asking({ runner, tools, steps, answer, tamper = String, twice }: AskingWork): Promise<AskingRan> {
  const model = scriptedModel(steps);
  const given: Tool[] =
    runner === undefined ? Array.from(Object(tools)) : await toOpenAiAgentsTools(runner, { approvals: "framework" });
  const agent = new Agent({ name: "bench", model, tools: given });
  let questions = 0;
  let thrown: string | undefined;
  try {
    let result = await runAgent<typeof agent, unknown>(agent, "Go on.");
    while (result.interruptions.length > 0 && questions < 10) {
      questions += result.interruptions.length;
      for (const one of result.interruptions) {
        if (answer) result.state.approve(one);
        else result.state.reject(one);
      }
      const text = tamper(result.state.toString());
      if (twice) await runAgent(agent, await RunState.fromString(agent, text));
      result = await runAgent(agent, await RunState.fromString(agent, text));
    }
  } catch (error) {
    thrown = String(error);
  }
  return { ...seenBy(model), previews: [], questions, ...(thrown === undefined ? {} : { thrown }) };
}

/** A model that makes the calls of one step after the other, then says `done`. */
export function scriptedModel(steps: readonly (readonly ScriptedCall[])[]): ScriptedModel {
  const answers = steps.map((calls) =>
    calls.map(({ id, name, arguments: text }) => functionCall(name, text, { callId: id })),
  );
  return new ScriptedModel([...answers, [assistantMessage("done")], [assistantMessage("done")]]);
}

function seenBy(model: ScriptedModel): Pick<Ran, "answers" | "parameters" | "requests"> {
  const input = model.lastCall?.request.input ?? [];
  const items = typeof input === "string" ? [] : input;
  const answers = items.flatMap((item) =>
    item.type === "function_call_result" ? [{ id: item.callId, text: textOf(item.output) }] : [],
  );
  const functions = (model.firstCall?.request.tools ?? []).flatMap((one) => (one.type === "function" ? [one] : []));
  const parameters = Object.fromEntries(functions.map((one) => [one.name, one.parameters]));
  return { answers, parameters, requests: model.calls.length };
}

function textOf(output: unknown): string {
  if (typeof output === "string") return output;
  const { text } = Object(output);
  return typeof text === "string" ? text : JSON.stringify(output);
}
