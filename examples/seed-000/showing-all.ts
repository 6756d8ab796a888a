import type { StatefulPrompt, SubTool, ToolOptions } from "@toolwright/core/prompt";

type SingleTool = <I, O>(
  name: string,
  description: string,
  inputSchema: SubTool<I, O>["inputSchema"],
  execute: SubTool<I, O>["execute"],
  options?: ToolOptions<I, O>,
) => ReturnType<StatefulPrompt["defTool"]>;

/**
 * The prompt for code whose tools declare no allowlist, where every tool has to have one: all that these give may be
 * seen.
 */
export function showingAll(prompt: StatefulPrompt): StatefulPrompt {
  const defTool: SingleTool = (name, description, inputSchema, execute, options) =>
    prompt.defTool(name, description, inputSchema, execute, { allowlist: "all", ...options });
  return Object.create(prompt, { defTool: { value: defTool } });
}
