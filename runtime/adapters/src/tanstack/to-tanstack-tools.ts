import type { JsonSchema, ToolRunner } from "@toolwright/core";
import { type ForeignCall, foreignCall, foreignQuestion } from "../calls/foreign-call.ts";
import type { AdapterOptions } from "../shared/adapter-options.ts";
import { callOf, type OfferedTool, offeredTools, outputOf } from "../shared/offered-tools.ts";
import type { ShownOutput } from "../shared/shown-output.ts";
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
 * The tools of a runner for `chat` of TanStack AI. Calls go through the whole runner; failures are thrown for it to
 * show as errors. With `{ approvals: "framework" }` it asks its client about every call of a tool that does more than
 * read, and the chat needs the adapter that `rawArguments` makes. Throws a `TypeError` for what is no runner and for
 * wrong options.
 */
export function toTanstackTools(runner: ToolRunner, options: AdapterOptions = {}): TanstackTool[] {
  return offeredTools("toTanstackTools", runner, options).map(tanstackTool);
}

function tanstackTool(making: OfferedTool): TanstackTool {
  const { runner, tool } = making;
  const { name, description, parameters } = tool.definition;
  const isAsked = asksClient(making);
  const made: TanstackTool = {
    __toolSide: "server",
    name,
    description,
    inputSchema: parameters,
    ...(isAsked && { needsApproval: true }),
    execute: async (input, call = {}) => outputOf(await foreignCall(runner, callWith(making, input, call))),
  };
  if (!isAsked) return made;
  return noteBefore(made, ({ id, text }) => foreignQuestion(runner, callWith(making, text, { toolCallId: id })));
}

/** TanStack asks about a tool, not about a call, so about every tool whose calls may have to be asked about. */
function asksClient({ tool, options }: OfferedTool): boolean {
  if (options.approvals !== "framework") return false;
  return (tool.spec.requiresConfirmation ?? false) !== false || tool.effects.kind !== "read";
}

function callWith(making: OfferedTool, input: unknown, call: TanstackCall): ForeignCall {
  const { name } = making.tool;
  const { toolCallId, abortSignal, emitCustomEvent } = call;
  const onOutput = (chunk: string) => emitCustomEvent?.("tool-output", { toolCallId, toolName: name, chunk });
  return {
    ...callOf(making, input, { id: toolCallId, signal: abortSignal, run: abortSignal, onOutput }),
    // A reading about which the policy asks all the same is asked about here.
    approvals: asksClient(making) ? "framework" : "runner",
  };
}
