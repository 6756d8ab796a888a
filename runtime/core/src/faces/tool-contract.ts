import { makeTool } from "../tool/make-tool.ts";
import type { DefineToolOptions, Tool, TypedTool } from "../tool/tool.ts";
import { checkContract } from "../tool/tool-options.ts";
import { uncheckedTool } from "./define-tool.ts";

/** What a tool promises, apart from how it keeps it. */
export type ToolContract<I = unknown, O = Readonly<Record<string, unknown>>> = Readonly<
  Pick<DefineToolOptions<I, O>, "name" | "description" | "input" | "output" | "allowlist" | "effects">
>;

/**
 * Freezes a contract, so that it can be shared between the sides that keep and use it. Throws a `TypeError` for one
 * that cannot be kept.
 */
export function defineContract<I, O>(contract: ToolContract<I, O>): ToolContract<I, O> {
  checkContract(contract);
  // What no tool can be made of is said here, and not on the side that binds it.
  makeTool<I, O>({ ...contract, execute: unbound });
  return Object.freeze({ ...contract });
}

/** What `bindTool` makes: a tool like any other. */
export type BoundTool = Tool;

function unbound(): never {
  throw new TypeError("The contract is bound to no function.");
}

/** Joins a contract with the function that keeps it. */
export function bindTool<I, O>(
  contract: ToolContract<I, O>,
  execute: DefineToolOptions<I, NoInfer<O>>["execute"],
): TypedTool<I, O> {
  checkContract(contract);
  return uncheckedTool({ ...contract, execute });
}
