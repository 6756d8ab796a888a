import type { Policy, Tool, ToolRegistry } from "@toolwright/core";

/** Tools of a conversation, as a loop takes them. */
export type FolderTools = ToolRegistry | readonly Tool[];

/**
 * `true`: programs of the model may call the tools, which it may call itself, too; `"only"`: all but what no program
 * can call is called by programs.
 */
export type FolderCodeMode = boolean | "only";

/** What a model is offered of tools: they themselves, unless programs call them. */
export async function offeredTools(
  codeMode: FolderCodeMode,
  { offers }: Pick<Policy, "offers">,
): Promise<(tools: FolderTools) => FolderTools> {
  if (codeMode === false) return (tools) => tools;
  const { createCodeMode, toolsInside } = await import("@toolwright/code-mode");
  const made = new WeakMap<readonly Tool[], readonly Tool[]>();
  return (given) => {
    const tools = "list" in given ? given.tools() : given;
    const known = made.get(tools);
    if (known !== undefined) return known;
    const told = tools.filter((tool) => offers?.(tool) !== false);
    const { inside, outside } = toolsInside(told);
    const { tool } = createCodeMode(inside);
    const offered = [...(codeMode === "only" ? outside : tools), tool];
    made.set(tools, offered);
    return offered;
  };
}
