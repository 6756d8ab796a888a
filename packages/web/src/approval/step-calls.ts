import { comparable, fieldIn, type SeenCall, textIn } from "@toolwright/view";
import { parsedJson } from "../cards/json-text.ts";

/** A call that waits for an answer, or for those before it. */
export interface WaitingCall extends SeenCall {
  readonly toolName: string;
}

/** The calls of a message that have begun and are not over, in their order, without those inside others. */
export function waitingCalls(parts: readonly unknown[]): readonly WaitingCall[] {
  return parts.flatMap((part) => {
    const isOpen = fieldIn(part, "type") === "tool-call" && fieldIn(part, "result") === undefined;
    const toolCallId = textIn(part, "toolCallId");
    if (!isOpen || toolCallId === undefined || textIn(part, "parentId") !== undefined) return [];
    return [{ toolCallId, toolName: textIn(part, "toolName") ?? "", shown: shownArguments(part) }];
  });
}

/** Arguments as they can be compared with those of a question. */
function shownArguments(part: unknown): string | undefined {
  const text = textIn(part, "argsText") ?? "";
  const parsed = parsedJson(text) ?? fieldIn(part, "args");
  return comparable(parsed);
}
