import type { Tool, ToolRunner } from "@toolwright/core";
import { contentText, isFields } from "@toolwright/core/internal";
import { type ForeignCall, foreignCall, foreignQuestion } from "../calls/foreign-call.ts";
import { decisionIn, settleAsked } from "../calls/settle-asked.ts";
import { type AdapterOptions, checkAdapter } from "../shared/adapter-options.ts";
import { ForeignCallError } from "../shared/foreign-call-error.ts";
import { heldText } from "../shared/held-text.ts";
import { hasMethods, madeBy } from "../shared/made-by.ts";
import { offeredTools } from "../shared/offered-tools.ts";
import { openStandardSchema } from "../shared/open-standard-schema.ts";
import { modelReads, shownOutput } from "../shared/shown-output.ts";

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
 * The tools of a runner for agents of Mastra, by their names. Calls go through the whole runner; failures are thrown for it to show as
 * errors. Needs `@mastra/core`; rejects with a `TypeError` for what is no runner and for wrong options.
 */
export async function toMastraTools(
  runner: ToolRunner,
  options: AdapterOptions = {},
): Promise<Record<string, MastraTool>> {
  checkAdapter("toMastraTools", runner, options);
  const { createTool: make } = await import("@mastra/core/tools");
  const made = offeredTools(runner).map(
    (tool) =>
      [
        tool.name,
        madeBy({ framework: "@mastra/core", make, isTool }, definitionOf({ runner, tool, options })),
      ] as const,
  );
  return Object.fromEntries(made);
}

interface Making {
  readonly runner: ToolRunner;
  readonly tool: Tool;
  readonly options: AdapterOptions;
}

function definitionOf(making: Making): object {
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

async function execute(making: Making, input: unknown, context: Context): Promise<unknown> {
  const { runner, options } = making;
  const call = callOf(making, input, context);
  const { suspend, resumeData } = isFields(context.agent) ? context.agent : {};
  const question = options.approvals === "framework" ? await foreignQuestion(runner, call) : undefined;
  if (question !== undefined && resumeData === undefined && typeof suspend === "function") {
    return suspend({ ...question, toolCallId: call.id, toolName: call.name });
  }
  const settled =
    question === undefined ? await foreignCall(runner, call) : await settleAsked(runner, call, decisionIn(resumeData));
  if (settled.result.isError) throw new ForeignCallError(settled);
  return shownOutput(settled);
}

function callOf({ tool, options }: Making, input: unknown, context: Context): ForeignCall {
  const { toolCallId } = isFields(context.agent) ? context.agent : {};
  const { runId, abortSignal, writer } = context;
  const { conversation, approvals } = options;
  return {
    id: typeof toolCallId === "string" ? toolCallId : undefined,
    name: tool.name,
    arguments: heldText(input) ?? input,
    signal: abortSignal instanceof AbortSignal ? abortSignal : undefined,
    run: typeof runId === "string" ? runId : undefined,
    conversation,
    approvals,
    onOutput: (chunk) => write(writer, { type: "tool-output", toolCallId, toolName: tool.name, chunk }),
  };
}

/** A piece of live output for whoever reads the agent's stream. One that nobody takes is dropped. */
function write(writer: unknown, piece: object): void {
  const { write: put } = typeof writer === "object" && writer !== null && "write" in writer ? writer : {};
  if (typeof put !== "function") return;
  Promise.resolve(Reflect.apply(put, writer, [piece])).catch(() => undefined);
}
