import { jsonText, parsedJson } from "../cards/json-text.ts";
import type { ShownCall } from "../cards/shown-call.ts";

/** The arguments that a question is about, as a text, where the card shows others; undefined where it shows the same. */
export function otherArguments(
  { args, argsText }: Pick<ShownCall, "args" | "argsText">,
  asked: unknown,
): string | undefined {
  const text = jsonText(asked);
  return text === jsonText(parsedJson(argsText) ?? args) ? undefined : text;
}
