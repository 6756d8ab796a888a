import { Agent } from "@mastra/core/agent";
import { Mastra } from "@mastra/core/mastra";
import { InMemoryStore } from "@mastra/core/storage";
import { createTool } from "@mastra/core/tools";
import { rawArguments, toMastraTools } from "@toolwright/adapters/mastra";
import type { ToolRunner } from "@toolwright/core";
import { scriptedModel, seenBy } from "./ai-sdk.ts";
import type { AskingRan, AskingWork, PlainTool, Ran, Subject, Work } from "./subject.ts";

/** Mastra: `agent.stream` with AI SDK's mock model, which is the kind of model that it takes. */
export const subject: Subject = { name: "Mastra", version: "1.71.0", alone, ours, run, asking };

type Tools = Exclude<ConstructorParameters<typeof Agent>[0]["tools"], undefined | ((...given: never[]) => unknown)>;

function alone(tools: readonly PlainTool[]): Tools {
  const made = tools.map(({ name, schema, execute, output }) => [
    name,
    createTool({
      id: name,
      description: name,
      inputSchema: JSON.parse(JSON.stringify(schema)),
      ...(output && { outputSchema: JSON.parse(JSON.stringify(output)) }),
      execute: async (input: unknown, context) => await execute(input, context.abortSignal),
    }),
  ]);
  return Object.fromEntries(made);
}

async function ours(runner: ToolRunner): Promise<Tools> {
  const tools = await toMastraTools(runner);
  made.add(tools);
  return tools;
}

/** The tools of ours: their model hands on what it wrote. */
const made = new WeakSet();

async function run({ tools, steps, signal }: Work): Promise<Ran> {
  const model = scriptedModel(steps);
  const previews: string[] = [];
  let thrown: string | undefined;
  try {
    const agent = new Agent({
      id: "bench",
      name: "bench",
      instructions: "",
      model: Object(made.has(Object(tools)) ? rawArguments(model, Object(tools)) : model),
      tools: Object(tools),
    });
    const output = await agent.stream("Go on.", { maxSteps: steps.length + 1, ...(signal && { abortSignal: signal }) });
    for await (const part of output.fullStream) {
      const { output: piece } = Object(part.type === "tool-output" ? part.payload : {});
      if (piece !== undefined) previews.push(String(piece.chunk));
    }
  } catch (error) {
    thrown = String(error);
  }
  return { ...seenBy(model), previews, ...(thrown === undefined ? {} : { thrown }) };
}

/** Suspends the run; the state between is in a store, where no thief comes. */
async function asking({ runner, steps, answer }: AskingWork): Promise<AskingRan> {
  if (runner === undefined) throw new TypeError("Mastra alone keeps its questions in its store.");
  const model = scriptedModel(steps);
  const tools = await toMastraTools(runner, { approvals: "framework" });
  const agent = new Agent({ id: "bench", name: "bench", instructions: "", model: Object(model), tools });
  const mastra = new Mastra({ agents: { bench: agent }, storage: new InMemoryStore(), logger: false });
  let questions = 0;
  let output = await mastra.getAgent("bench").stream("Go on.", { maxSteps: steps.length + 1 });
  for (
    let stopped = await suspendedIn(output);
    stopped.length > 0 && questions < 10;
    stopped = await suspendedIn(output)
  ) {
    questions += 1;
    const [toolCallId] = stopped;
    const options = { runId: output.runId, ...(toolCallId && { toolCallId }) };
    output = await mastra.getAgent("bench").resumeStream({ approve: answer, reason: "Not now." }, options);
  }
  return { ...seenBy(model), previews: [], questions };
}

/** The ids of the calls with which a run stopped. */
async function suspendedIn(output: { readonly fullStream: AsyncIterable<unknown> }): Promise<string[]> {
  const ids: string[] = [];
  for await (const part of output.fullStream) {
    const { type, payload } = Object(part);
    if (type === "tool-call-suspended") ids.push(String(payload.toolCallId));
  }
  return ids;
}
