import { createHash } from "node:crypto";
import { type ApprovalRequest, type Conversation, canonicalJson, type Tool, toJson } from "@toolwright/core";

/** What a question is about. */
export interface Asked {
  readonly conversation: Conversation;
  readonly request: ApprovalRequest;
  readonly tool: Tool;
}

/**
 * SHA-256 of what an answer is good for: this call of this conversation, with these arguments, of the tool as it is
 * now.
 */
export function bindingOf({ conversation: { channel, chatId }, request, tool }: Asked): string {
  const { toolCallId, toolName, arguments: given } = request;
  const definition = toJson({ ...tool.definition, effects: tool.effects });
  const bound = [channel, chatId, toolCallId, toolName, given, definition.ok ? definition.value : null];
  return createHash("sha256").update(canonicalJson(bound)).digest("base64url");
}
