import { defineTool, type RunnerOptions, ToolRegistry, type ToolReturn, ToolRunner } from "@toolwright/core";
import type { PlainTool } from "./subjects/subject.ts";

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

/** A runner with these tools, as its defaults are: they declare nothing but their schema. */
export function runnerOf(tools: readonly PlainTool[], options: Partial<RunnerOptions> = {}): ToolRunner {
  const made = tools.map(({ name, schema, execute, output, timeoutMs, asks, more }) =>
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
  return new ToolRunner({ registry: new ToolRegistry(made), logger: SILENT, ...options });
}
