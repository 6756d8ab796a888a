import type { Part, SettledCall, ToolRunner } from "@toolwright/core";
import { contentText, present } from "@toolwright/core/internal";
import { type ForeignCall, foreignCall, foreignQuestion } from "../calls/foreign-call.ts";
import type { AdapterOptions } from "../shared/adapter-options.ts";
import { LiveTail } from "../shared/live-tail.ts";
import { callOf, type OfferedTool, offeredTools, outputOf } from "../shared/offered-tools.ts";
import { modelReads, type ShownOutput } from "../shared/shown-output.ts";
import type { AiSdkCall, AiSdkContentPart, AiSdkTool } from "./ai-sdk-tool.ts";
import { openSchema } from "./open-schema.ts";

/**
 * The tools of a runner for `generateText`, `streamText` and agents of AI SDK 7, by their names. Calls go through the
 * whole runner; failures are thrown for AI SDK to show as tool errors. Throws a `TypeError` for what is no runner and
 * for wrong options.
 */
export function toAiSdkTools(runner: ToolRunner, options: AdapterOptions = {}): Record<string, AiSdkTool> {
  const offered = offeredTools("toAiSdkTools", runner, options);
  return Object.fromEntries(offered.map((making) => [making.tool.name, aiSdkTool(making)]));
}

function aiSdkTool(making: OfferedTool): AiSdkTool {
  const { tool, options } = making;
  const { description, parameters } = tool.definition;
  const call = (input: unknown, of: AiSdkCall) => callOf(making, input, aboutCall(of));
  return {
    description,
    inputSchema: openSchema(parameters),
    execute:
      tool.spec.streamsOutput === true
        ? (input, of) => previews(making, call(input, of))
        : async (input, of) => outputOf(await foreignCall(making.runner, call(input, of))),
    toModelOutput: ({ output }) => modelOutput(output),
    ...(options.approvals === "framework" && { needsApproval: (input, of) => asks(making, input, of) }),
  };
}

/**
 * Whether AI SDK has to ask. It asks this once more when an answer comes in: the call then stands in the messages,
 * which a client may have written, so nothing follows from it.
 */
async function asks(making: OfferedTool, input: unknown, of: AiSdkCall): Promise<boolean> {
  if (of.messages?.some((message) => holdsCall(message, of.toolCallId))) return true;
  return (await foreignQuestion(making.runner, callOf(making, input, aboutCall(of)))) !== undefined;
}

function holdsCall({ content }: { readonly content: unknown }, toolCallId: string): boolean {
  return Array.isArray(content) && content.some((part) => part?.type === "tool-call" && part.toolCallId === toolCallId);
}

/** Every run begins with something that its user said: that one message is the same object in all its steps. */
function aboutCall({ toolCallId, abortSignal, messages }: AiSdkCall) {
  return { id: toolCallId, signal: abortSignal, run: messages?.findLast(({ role }) => role === "user") };
}

/** Live output as preliminary results: each is the end of what was put out so far. The last value is the output. */
async function* previews({ runner }: OfferedTool, call: ForeignCall): AsyncGenerator<ShownOutput> {
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
  return { type: "content", value: content.map(contentPart) };
}

/** A file that is only kept is the line that says so. */
function contentPart(part: Part): AiSdkContentPart {
  if (part.type === "text") return part;
  const { mediaType, data } = part;
  if (data === undefined) return { type: "text", text: contentText([part]) };
  const named = part.type === "image" ? {} : present({ filename: part.name });
  return { type: "file", data: { type: "data", data }, mediaType, ...named };
}
