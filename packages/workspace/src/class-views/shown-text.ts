import type { ToolResult } from "@toolwright/core";
import { toFlat } from "@toolwright/core/class-tools";

/** What a successful result says in words. */
export function shownText(result: ToolResult): string {
  const { output = "" } = toFlat({ ...result, isError: false });
  return typeof output === "string" ? output : JSON.stringify(output);
}
