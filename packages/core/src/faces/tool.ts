import type { ToolOutput } from "../result/output.ts";
import type { Passed } from "../tool/call-types.ts";
import type { GivenResolve } from "../tool/dependency.ts";
import { lazy } from "../tool/lazy.ts";
import { makeTool } from "../tool/make-tool.ts";
import type { DefineToolOptions, Tool, ToolContext, TypedTool } from "../tool/tool.ts";
import type { Lossless } from "./lossless.ts";

const rawRunner = lazy(() => import("./execute-raw.ts"));

declare module "../tool/tool.ts" {
  interface Tool {
    /**
     * Runs the tool on raw JSON arguments through a default runner.
     * Rejects with a `ToolError` where a runner would give an error result.
     */
    executeRaw(rawArgsJson: string, ctx?: GivenContext): Promise<ToolOutput>;
  }
}

/** What a program gives in the place of what a runner would: any part of it. */
export interface GivenContext extends Partial<Omit<ToolContext, "resolve">> {
  readonly resolve?: GivenResolve;
}

/**
 * Makes a tool. The types of `execute` follow from the schemas.
 * Throws a `TypeError` that names the tool when its name or a schema cannot be used.
 */
export function defineTool<I, O extends S, S = O, In = unknown, const A = unknown>(
  options: DefineToolOptions<I, O, S, In, A> & Lossless<O>,
): TypedTool<unknown extends In ? I : In, Passed<S, A>> {
  return uncheckedTool<I, O, S>(options);
}

/** `defineTool` for types that are not known yet: nothing is said of what the output may hold. */
export function uncheckedTool<I, O extends S, S = O>(options: DefineToolOptions<I, O, S>): Tool {
  const tool: Tool = {
    ...makeTool(options),
    executeRaw: async (rawArgsJson, ctx) => (await rawRunner()).executeRaw(tool, rawArgsJson, ctx),
  };
  return Object.freeze(tool);
}
