import { defineTool, type RunnerOptions, type Tool, ToolRegistry, type ToolReturn, ToolRunner } from "@toolwright/core";
import type { PlainTool } from "./subjects/subject.ts";

/** A log that nobody reads. */
export const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

/** A runner with these tools, as its defaults are: they declare nothing but their schema. */
export function runnerOf(tools: readonly PlainTool[], options: Partial<RunnerOptions> = {}): ToolRunner {
  return new ToolRunner({ registry: new ToolRegistry(toolsOf(tools)), logger: SILENT, ...options });
}

/** The same tools as ours. */
export function toolsOf(tools: readonly PlainTool[]): Tool[] {
  return tools.map(({ name, schema, execute, output, timeoutMs, asks, more }) =>
    defineTool({
      name,
      description: name,
      input: schema,
      ...(output && { output }),
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(asks && { requiresConfirmation: true }),
      ...more,
      execute: async (input: unknown, { signal }): Promise<ToolReturn<unknown>> => await execute(input, signal),
    }),
  );
}
