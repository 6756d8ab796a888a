import { type AlsoAllow, fieldIn, objectIn, textIn } from "@toolwright/view";

/** The calls of a message that have begun and are not over, in their order and as they are shown, without those inside others. */
export function waitingCalls(parts: readonly unknown[]): readonly AlsoAllow[] {
  return parts.flatMap((part) => {
    const isOpen = fieldIn(part, "type") === "tool-call" && fieldIn(part, "result") === undefined;
    const toolCallId = textIn(part, "toolCallId");
    const args = objectIn(textIn(part, "argsText") ?? "");
    if (!isOpen || toolCallId === undefined || args === undefined || textIn(part, "parentId") !== undefined) return [];
    return [{ toolCallId, toolName: textIn(part, "toolName") ?? "", arguments: args }];
  });
}
