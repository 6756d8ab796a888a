import type { Json } from "@toolwright/core";
import type { PriorResult } from "./plan.ts";
import { looksLikePath } from "./value-forms.ts";

/** The path that "it" means after a call: the one line of its result that is a path, else the path it was given. */
export function pathIn({ arguments: given, text, failed }: PriorResult): string | undefined {
  const lines = text.slice(0, 1000).trim().split("\n");
  const only = lines.length === 1 ? lines[0]?.trim() : undefined;
  if (!failed && only !== undefined && !only.includes(" ") && looksLikePath(only)) return only;
  return stringsIn(given).find((each) => looksLikePath(each) && !each.includes("*") && !each.includes("://"));
}

function stringsIn(json: Json): string[] {
  if (typeof json === "string") return [json];
  return typeof json === "object" && json !== null ? Object.values(json).flatMap(stringsIn) : [];
}
