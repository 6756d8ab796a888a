import type { JsonSchema, Tool, ToolRunner } from "@toolwright/core";
import { type ForeignCall, foreignCall } from "../calls/foreign-call.ts";
import { type AdapterOptions, checkAdapter } from "../shared/adapter-options.ts";
import { ForeignCallError } from "../shared/foreign-call-error.ts";
import { offeredTools } from "../shared/offered-tools.ts";
import { type ShownOutput, shownOutput } from "../shared/shown-output.ts";

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
  readonly execute: (input: unknown, call?: TanstackCall) => Promise<ShownOutput>;
}

/** How a runner's tools stand in TanStack AI's loop: it cannot ask its user about one call, so the runner's approver does. */
export type TanstackOptions = Pick<AdapterOptions, "conversation">;

/**
 * The tools of a runner for `chat` of TanStack AI. Calls go through the whole runner; failures are thrown for it to show as errors.
 * Throws a `TypeError` for what is no runner and for wrong options.
 */
export function toTanstackTools(runner: ToolRunner, options: TanstackOptions = {}): TanstackTool[] {
  checkAdapter("toTanstackTools", runner, options, ["conversation"]);
  return offeredTools(runner).map((tool) => tanstackTool(runner, tool, options));
}

function tanstackTool(runner: ToolRunner, tool: Tool, options: TanstackOptions): TanstackTool {
  const { name, description, parameters } = tool.definition;
  return {
    __toolSide: "server",
    name,
    description,
    inputSchema: parameters,
    execute: async (input, call = {}) => {
      const settled = await foreignCall(runner, callOf(tool, input, { call, options }));
      if (settled.result.isError) throw new ForeignCallError(settled);
      return shownOutput(settled);
    },
  };
}

interface Invoked {
  readonly call: TanstackCall;
  readonly options: TanstackOptions;
}

function callOf({ name }: Tool, input: unknown, { call, options }: Invoked): ForeignCall {
  const { toolCallId, abortSignal, emitCustomEvent } = call;
  return {
    id: toolCallId,
    name,
    arguments: input,
    signal: abortSignal,
    run: abortSignal,
    conversation: options.conversation,
    onOutput: (chunk) => emitCustomEvent?.("tool-output", { toolCallId, toolName: name, chunk }),
  };
}
