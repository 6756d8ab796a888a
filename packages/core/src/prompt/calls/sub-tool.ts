import type { Schema, ToolReturn } from "../../tool/tool.ts";
import type { PromptToolContext } from "./prompt-tool-context.ts";
import type { ToolOptions } from "./tool-options.ts";

/** A tool as plain data: a part of a composite tool, or one yet to be registered. Nothing of it is checked yet. */
export interface SubTool<I = unknown, O = unknown> {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Schema<I>;
  // A method, so that tools of every input type fit one list.
  execute(input: I, context: PromptToolContext): ToolReturn<O> | Promise<ToolReturn<O>>;
  readonly options?: ToolOptions<I, O>;
}

/** Puts the parts of a tool together as plain data. */
export function tool<I, O>(
  name: string,
  description: string,
  inputSchema: Schema<I>,
  execute: SubTool<I, O>["execute"],
  options?: ToolOptions<I, O>,
): SubTool<I, O> {
  return { name, description, inputSchema, execute, ...(options === undefined ? {} : { options }) };
}
