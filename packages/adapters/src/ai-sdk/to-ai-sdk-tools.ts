import type { SettledCall, Tool, ToolRunner } from "@toolwright/core";
import { type ForeignCall, foreignCall, foreignQuestion } from "../calls/foreign-call.ts";
import { type AdapterOptions, checkAdapter } from "../shared/adapter-options.ts";
import { ForeignCallError } from "../shared/foreign-call-error.ts";
import { heldText } from "../shared/held-text.ts";
import { LiveTail } from "../shared/live-tail.ts";
import { offeredTools } from "../shared/offered-tools.ts";
import { modelReads, type ShownOutput, shownOutput } from "../shared/shown-output.ts";
import type { AiSdkCall, AiSdkTool } from "./ai-sdk-tool.ts";
import { openSchema } from "./open-schema.ts";

/**
 * The tools of a runner for `generateText`, `streamText` and agents of AI SDK 7, by their names. Calls go through the whole runner;
 * failures are thrown for AI SDK to show as tool errors. Throws a `TypeError` for what is no runner and for wrong options.
 */
export function toAiSdkTools(runner: ToolRunner, options: AdapterOptions = {}): Record<string, AiSdkTool> {
  checkAdapter("toAiSdkTools", runner, options);
  const made = offeredTools(runner).map((tool) => [tool.name, aiSdkTool({ runner, tool, options })] as const);
  return Object.fromEntries(made);
}

interface Making {
  readonly runner: ToolRunner;
  readonly tool: Tool;
  readonly options: AdapterOptions;
}

function aiSdkTool(making: Making): AiSdkTool {
  const { tool, options } = making;
  const { description, parameters } = tool.definition;
  const run = (input: unknown, of: AiSdkCall) => settle(making, callOf(making, input, of));
  return {
    description,
    inputSchema: openSchema(parameters),
    execute: tool.spec.streamsOutput === true ? (input, of) => previews(making, callOf(making, input, of)) : run,
    toModelOutput: ({ output }) => modelOutput(output),
    ...(options.approvals === "framework" && { needsApproval: (input, of) => asks(making, input, of) }),
  };
}

/**
 * Whether AI SDK has to ask. It asks this once more when an answer comes in: the call then stands in the messages, which a client may
 * have written, so nothing follows from it.
 */
async function asks(making: Making, input: unknown, of: AiSdkCall): Promise<boolean> {
  if (of.messages?.some((message) => holdsCall(message, of.toolCallId))) return true;
  return (await foreignQuestion(making.runner, callOf(making, input, of))) !== undefined;
}

function holdsCall({ content }: { readonly content: unknown }, toolCallId: string): boolean {
  return Array.isArray(content) && content.some((part) => part?.type === "tool-call" && part.toolCallId === toolCallId);
}

function callOf({ tool, options }: Making, input: unknown, of: AiSdkCall): ForeignCall {
  const { conversation, approvals } = options;
  const { toolCallId, abortSignal, messages } = of;
  return {
    id: toolCallId,
    name: tool.name,
    arguments: heldText(input) ?? input,
    signal: abortSignal,
    run: runOf(messages),
    conversation,
    approvals,
  };
}

/** Every run begins with something that its user said: that one message is the same object in all its steps. */
function runOf(messages: AiSdkCall["messages"] | undefined): object | undefined {
  return messages?.findLast(({ role }) => role === "user");
}

async function settle({ runner }: Making, call: ForeignCall): Promise<ShownOutput> {
  return outputOf(await foreignCall(runner, call));
}

function outputOf(settled: SettledCall): ShownOutput {
  if (settled.result.isError) throw new ForeignCallError(settled);
  return shownOutput(settled);
}

/** Live output as preliminary results: each is the end of what was put out so far. The last value is the output. */
async function* previews({ runner }: Making, call: ForeignCall): AsyncGenerator<ShownOutput> {
  const tail = new LiveTail();
  let wake: () => void = () => undefined;
  let fresh = false;
  const onOutput = (chunk: string) => {
    tail.add(chunk);
    fresh = true;
    wake();
  };
  let settled: SettledCall | undefined;
  const settling = foreignCall(runner, { ...call, onOutput }).then((end) => {
    settled = end;
    wake();
  });
  while (settled === undefined) {
    if (fresh) {
      fresh = false;
      yield tail.toString();
    } else {
      await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  await settling;
  yield outputOf(settled);
}

function modelOutput(output: unknown): ReturnType<AiSdkTool["toModelOutput"]> {
  const content = modelReads(output);
  if (typeof content === "string") return { type: "text", value: content };
  const value = content.map((part) =>
    part.type === "text"
      ? part
      : ({ type: "file", data: { type: "data", data: part.data }, mediaType: part.mediaType } as const),
  );
  return { type: "content", value };
}
