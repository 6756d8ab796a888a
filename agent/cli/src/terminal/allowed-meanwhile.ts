import type { JsonObject, Tool } from "@toolwright/core";

/** What is stored of a question that nobody was asked any more. */
export const ALLOWED_BY_RULE = "A rule that was saved meanwhile allows this call.";

/**
 * Whether rules allow a call now that they did not allow when this was called: the answer to another question has saved
 * one. A tool that asks by itself, whatever the rules say, is asked about all the same.
 */
export function allowedMeanwhile(
  permissions: { explain(tool: Tool, args: JsonObject): Promise<{ readonly verdict: string }> },
  tool: Tool,
  args: JsonObject,
): () => Promise<boolean> {
  const isAllowed = async () => (await permissions.explain(tool, args).catch(() => undefined))?.verdict === "allow";
  const before = isAllowed();
  return async () => !(await before) && (await isAllowed());
}
