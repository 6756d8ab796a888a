import type { SettledCall, Tool, ToolRunner } from "@toolwright/core";
import type { ForeignCall } from "../calls/foreign-call.ts";
import { type AdapterOptions, checkAdapter } from "./adapter-options.ts";
import { ForeignCallError } from "./foreign-call-error.ts";
import { heldText } from "./held-text.ts";
import { type ShownOutput, shownOutput } from "./shown-output.ts";

/** A tool of a runner that stands in the loop of another framework. */
export interface OfferedTool {
  readonly runner: ToolRunner;
  readonly tool: Tool;
  readonly options: AdapterOptions;
}

/**
 * The tools of a runner that a model may be told of, in the order in which they were registered. A policy that fails
 * offers nothing. Throws a `TypeError` for what is no runner and for wrong options.
 */
export function offeredTools(of: string, runner: ToolRunner, options: AdapterOptions): readonly OfferedTool[] {
  checkAdapter(of, runner, options);
  const { registry, policy } = runner.options;
  const isOffered = (tool: Tool) => {
    try {
      return policy?.offers?.(tool) ?? true;
    } catch {
      return false;
    }
  };
  return registry
    .tools()
    .filter(isOffered)
    .map((tool) => ({ runner, tool, options }));
}

/** A call of such a tool, with what only the framework knows of it. */
export function callOf(
  { tool, options }: OfferedTool,
  input: unknown,
  known: Pick<ForeignCall, "id" | "signal" | "run" | "onOutput">,
): ForeignCall {
  const { conversation, approvals } = options;
  return { name: tool.name, arguments: heldText(input) ?? input, conversation, approvals, ...known };
}

/** What a call came to. Throws a {@link ForeignCallError} for a failure. */
export function outputOf(settled: SettledCall): ShownOutput {
  if (settled.result.isError) throw new ForeignCallError(settled);
  return shownOutput(settled);
}
