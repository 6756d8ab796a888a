import type { JsonObject, Tool } from "@toolwright/core";
import type { CommandPermissions } from "../permissions/command-permissions.ts";

/**
 * Whether rules allow a call now that they did not allow when this was called: the answer to another question has saved
 * one. A tool that asks by itself, whatever the rules say, is asked about all the same.
 */
export function allowedMeanwhile(
  permissions: Pick<CommandPermissions, "explain">,
  tool: Tool,
  args: JsonObject,
): () => Promise<boolean> {
  const isAllowed = async () => (await permissions.explain(tool, args).catch(() => undefined))?.verdict === "allow";
  const before = isAllowed();
  return async () => !(await before) && (await isAllowed());
}
