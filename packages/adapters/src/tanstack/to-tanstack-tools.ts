import type { JsonSchema, Tool, ToolRunner } from "@toolwright/core";
import { type ForeignCall, foreignCall, foreignQuestion } from "../calls/foreign-call.ts";
import { type AdapterOptions, checkAdapter } from "../shared/adapter-options.ts";
import { ForeignCallError } from "../shared/foreign-call-error.ts";
import { heldText } from "../shared/held-text.ts";
import { offeredTools } from "../shared/offered-tools.ts";
import { type ShownOutput, shownOutput } from "../shared/shown-output.ts";
import { noteBefore } from "./noted-before.ts";

/** What TanStack AI gives a tool beside its input. */
export interface TanstackCall {
  readonly toolCallId?: string;
  readonly abortSignal?: AbortSignal | undefined;
  readonly emitCustomEvent?: (name: string, value: Record<string, unknown>) => void;
}

/** A server tool as `chat({ tools })` of TanStack AI takes it. */
export interface TanstackTool {
  readonly __toolSide: "server";
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly needsApproval?: boolean;
  readonly execute: (input: unknown, call?: TanstackCall) => Promise<ShownOutput>;
}

/**
 * The tools of a runner for `chat` of TanStack AI. Calls go through the whole runner; failures are thrown for it to show as errors.
 * With `{ approvals: "framework" }` it asks its client about every call of a tool that does more than read, and the chat needs the
 * adapter that `rawArguments` makes. Throws a `TypeError` for what is no runner and for wrong options.
 */
export function toTanstackTools(runner: ToolRunner, options: AdapterOptions = {}): TanstackTool[] {
  checkAdapter("toTanstackTools", runner, options);
  return offeredTools(runner).map((tool) => tanstackTool({ runner, tool, options }));
}

interface Making {
  readonly runner: ToolRunner;
  readonly tool: Tool;
  readonly options: AdapterOptions;
}

function tanstackTool(making: Making): TanstackTool {
  const { runner, tool } = making;
  const { name, description, parameters } = tool.definition;
  const isAsked = asksClient(making);
  const made: TanstackTool = {
    __toolSide: "server",
    name,
    description,
    inputSchema: parameters,
    ...(isAsked && { needsApproval: true }),
    execute: async (input, call = {}) => {
      const settled = await foreignCall(runner, callOf(making, input, call));
      if (settled.result.isError) throw new ForeignCallError(settled);
      return shownOutput(settled);
    },
  };
  if (!isAsked) return made;
  return noteBefore(made, ({ id, text }) => foreignQuestion(runner, callOf(making, text, { toolCallId: id })));
}

/** TanStack asks about a tool, not about a call, so about every tool whose calls may have to be asked about. */
function asksClient({ tool, options }: Making): boolean {
  if (options.approvals !== "framework") return false;
  return (tool.spec.requiresConfirmation ?? false) !== false || tool.effects.kind !== "read";
}

function callOf(making: Making, input: unknown, call: TanstackCall): ForeignCall {
  const { name } = making.tool;
  const { toolCallId, abortSignal, emitCustomEvent } = call;
  return {
    id: toolCallId,
    name,
    arguments: heldText(input) ?? input,
    signal: abortSignal,
    run: abortSignal,
    conversation: making.options.conversation,
    // A reading about which the policy asks all the same is asked about here.
    approvals: asksClient(making) ? "framework" : "runner",
    onOutput: (chunk) => emitCustomEvent?.("tool-output", { toolCallId, toolName: name, chunk }),
  };
}
