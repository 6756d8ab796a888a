import type { Tool } from "../tool/tool.ts";
import type { AsyncTool, ContextualTool, RegistryTool } from "./registry-tool.ts";
import type { SubTool } from "./sub-tool.ts";

/** A tool as a class has it: `asTool` makes the one that runs. */
export interface ClassTool {
  readonly name: string;
  asTool(): Tool;
}

// Both of these stand for a form whose function has parameters of its own. Two kinds of parameters in one union would
// leave those of an object literal without a type.

/** The plain data of a prompt's tool, as `tool(…)` of a prompt makes it. */
type PlainPromptTool = Pick<SubTool, "name" | "description" | "inputSchema"> & { readonly execute: object };

/** An object with `execute(ctx, args)`. */
type PlainRegistryTool = Pick<RegistryTool, "name" | "description" | "parameters"> & { readonly execute: object };

/**
 * What registries, loops and catalogs take for a tool: what `defineTool` or `bindTool` made, a class tool, the plain
 * data of a prompt's tool, or an object with `execute(ctx, args)`.
 */
export type Registrable = Tool | ClassTool | PlainPromptTool | RegistryTool | ContextualTool | AsyncTool;

/** The same for prompts. */
export type PromptPart = Tool | ClassTool | SubTool | PlainRegistryTool;
