import type { ToolRunner } from "@toolwright/core";
import { contentText, isFields } from "@toolwright/core/internal";
import { foreignCall, foreignQuestion } from "../calls/foreign-call.ts";
import { decisionIn, settleAsked } from "../calls/settle-asked.ts";
import type { AdapterOptions } from "../shared/adapter-options.ts";
import { hasMethods, madeBy } from "../shared/made-by.ts";
import { callOf, type OfferedTool, offeredTools, outputOf } from "../shared/offered-tools.ts";
import { openStandardSchema } from "../shared/open-standard-schema.ts";
import { modelReads } from "../shared/shown-output.ts";

/** A tool of Mastra, as `new Agent({ tools })` takes it. */
export interface MastraTool {
  id: string;
  description: string;
  execute(input: unknown, context: unknown): Promise<unknown>;
}

function isTool(made: object): made is MastraTool {
  return hasMethods(made, "execute");
}

/**
 * The tools of a runner for agents of Mastra, by their names. Calls go through the whole runner; failures are thrown
 * for it to show as errors. Needs `@mastra/core`; rejects with a `TypeError` for what is no runner and for wrong
 * options.
 */
export async function toMastraTools(
  runner: ToolRunner,
  options: AdapterOptions = {},
): Promise<Record<string, MastraTool>> {
  const offered = offeredTools("toMastraTools", runner, options);
  const { createTool: make } = await import("@mastra/core/tools");
  const made = (making: OfferedTool) => madeBy({ framework: "@mastra/core", make, isTool }, definitionOf(making));
  return Object.fromEntries(offered.map((making) => [making.tool.name, made(making)]));
}

function definitionOf(making: OfferedTool): object {
  const { description, name, parameters } = making.tool.definition;
  return {
    id: name,
    description,
    inputSchema: openStandardSchema(parameters),
    execute: (input: unknown, context: unknown) => execute(making, input, isFields(context) ? context : {}),
    toModelOutput: (output: unknown) => ({ type: "text", value: contentText(modelReads(output)) }),
  };
}

type Context = Readonly<Record<string, unknown>>;

async function execute(making: OfferedTool, input: unknown, context: Context): Promise<unknown> {
  const { runner, options } = making;
  const call = callOf(making, input, aboutCall(making, context));
  const { suspend, resumeData } = isFields(context.agent) ? context.agent : {};
  const question = options.approvals === "framework" ? await foreignQuestion(runner, call) : undefined;
  if (question !== undefined && resumeData === undefined && typeof suspend === "function") {
    return suspend({ ...question, toolCallId: call.id, toolName: call.name });
  }
  if (question === undefined) return outputOf(await foreignCall(runner, call));
  return outputOf(await settleAsked(runner, call, decisionIn(resumeData)));
}

function aboutCall({ tool }: OfferedTool, context: Context) {
  const { toolCallId } = isFields(context.agent) ? context.agent : {};
  const { runId, abortSignal, writer } = context;
  return {
    id: typeof toolCallId === "string" ? toolCallId : undefined,
    signal: abortSignal instanceof AbortSignal ? abortSignal : undefined,
    run: typeof runId === "string" ? runId : undefined,
    onOutput: (chunk: string) => write(writer, { type: "tool-output", toolCallId, toolName: tool.name, chunk }),
  };
}

/** A piece of live output for whoever reads the agent's stream. One that nobody takes is dropped. */
function write(writer: unknown, piece: object): void {
  const { write: put } = typeof writer === "object" && writer !== null && "write" in writer ? writer : {};
  if (typeof put !== "function") return;
  Promise.resolve(Reflect.apply(put, writer, [piece])).catch(() => undefined);
}
