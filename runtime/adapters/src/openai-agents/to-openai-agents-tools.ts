import type { SettledCall, ToolRunner } from "@toolwright/core";
import { contentText, isFields } from "@toolwright/core/internal";
import { type ForeignCall, foreignCall, foreignQuestion } from "../calls/foreign-call.ts";
import type { AdapterOptions } from "../shared/adapter-options.ts";
import { heldText } from "../shared/held-text.ts";
import { hasMethods, madeBy } from "../shared/made-by.ts";
import { callOf, type OfferedTool, offeredTools } from "../shared/offered-tools.ts";

/** A function tool of the OpenAI Agents SDK, as `new Agent({ tools })` takes it. */
export interface OpenAiAgentsTool {
  readonly type: "function";
  name: string;
  description: string;
  parameters: { type: "object"; properties: Record<string, never>; required: never[]; additionalProperties: boolean };
  strict: boolean;
  invoke(run: unknown, input: string, details?: unknown): Promise<unknown>;
  needsApproval(run: unknown, input: unknown, callId?: string): Promise<boolean>;
  isEnabled(run: unknown, agent: unknown): Promise<boolean>;
}

function isTool(made: object): made is OpenAiAgentsTool {
  return Reflect.get(made, "type") === "function" && hasMethods(made, "invoke", "needsApproval", "isEnabled");
}

/**
 * The tools of a runner for agents of the OpenAI Agents SDK. Calls go through the whole runner. Needs `@openai/agents`;
 * rejects with a `TypeError` for what is no runner and for wrong options.
 */
export async function toOpenAiAgentsTools(
  runner: ToolRunner,
  options: AdapterOptions = {},
): Promise<OpenAiAgentsTool[]> {
  const offered = offeredTools("toOpenAiAgentsTools", runner, options);
  const { tool: make } = await import("@openai/agents");
  return offered.map((making) => madeBy({ framework: "@openai/agents", make, isTool }, definitionOf(making)));
}

function definitionOf(making: OfferedTool): object {
  const { runner, tool, options } = making;
  const { name, description, parameters } = tool.definition;
  return {
    name,
    description,
    parameters,
    // The SDK would otherwise demand a schema of the strict form, and hand the model another one than ours.
    strict: false,
    execute: async (input: unknown, run: unknown, details: unknown) =>
      shown(await foreignCall(runner, callOfAgent(making, { input, run, details }))),
    errorFunction: (_run: unknown, error: unknown) => `Error executing tool: ${String(error)}`,
    needsApproval: options.approvals === "framework" && asks(making),
  };
}

function asks(making: OfferedTool) {
  return async (run: unknown, input: unknown, callId?: string) =>
    (await foreignQuestion(making.runner, callOfAgent(making, { input, run, details: { toolCall: { callId } } }))) !==
    undefined;
}

interface Invoked {
  readonly input: unknown;
  readonly run: unknown;
  readonly details: unknown;
}

function callOfAgent(making: OfferedTool, { input, run, details }: Invoked): ForeignCall {
  const { toolCall, signal } = isFields(details) ? details : {};
  const { callId, arguments: text } = isFields(toolCall) ? toolCall : {};
  const written = heldText(input) === undefined && typeof text === "string" ? text : input;
  return callOf(making, written, {
    id: typeof callId === "string" ? callId : undefined,
    signal: signal instanceof AbortSignal ? signal : undefined,
    run: isFields(run) ? run : undefined,
  });
}

/**
 * Text, or the parts of an output with images, in the SDK's form; other files are lines. Failures are text that the
 * model reads, as everything else.
 */
function shown({ message: { content } }: SettledCall): unknown {
  if (typeof content === "string") return content;
  return content.map((part) => {
    if (part.type === "image") return { type: "image", image: `data:${part.mediaType};base64,${part.data}` };
    return part.type === "text" ? part : { type: "text", text: contentText([part]) };
  });
}
