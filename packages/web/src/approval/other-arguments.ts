import type { ToolCallMessagePartProps } from "@assistant-ui/react";
import { jsonText, parsedJson } from "../cards/json-text.ts";

/** The arguments that a question is about, as a text, where the card shows others; undefined where it shows the same. */
export function otherArguments(
  { args, argsText }: Pick<ToolCallMessagePartProps, "args" | "argsText">,
  asked: unknown,
): string | undefined {
  const text = jsonText(asked);
  return text === jsonText(parsedJson(argsText) ?? args) ? undefined : text;
}
