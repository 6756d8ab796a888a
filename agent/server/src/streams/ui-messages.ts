import type { Json, JsonObject, Part } from "@toolwright/core";
import { present } from "@toolwright/core/internal";
import type { ThreadMessage } from "@toolwright/view";
import type { AssistantThreadMessage, ThreadPart, UserThreadMessage } from "@toolwright/view/internal";
import { errorTextOf } from "./ui-tool-chunks.ts";

type ThreadCall = Extract<ThreadPart, { readonly type: "tool-call" }>;

/** Where the messages are from. */
export interface UiMessagesOptions {
  readonly threadId: string;
  /** The number of the last event that they hold. */
  readonly seq: number;
}

/** Messages of a thread as AI SDK has them (`UIMessage`), such as the stream of each run adds up to. */
export function uiMessages(messages: readonly ThreadMessage[], options: UiMessagesOptions): JsonObject[] {
  return messages.map((message) => (message.role === "user" ? userMessage(message) : agentMessage(message, options)));
}

function userMessage({ id, content }: UserThreadMessage): JsonObject {
  const parts = typeof content === "string" ? [{ type: "text", text: content }] : content.flatMap(partOf);
  return { id, role: "user", parts };
}

function partOf(part: Part): JsonObject[] {
  if (part.type === "text") return [{ type: "text", text: part.text }];
  if (part.type !== "image") return [];
  const { mediaType, data } = part;
  return [{ type: "file", mediaType, url: `data:${mediaType};base64,${data}` }];
}

function agentMessage(message: AssistantThreadMessage, { threadId, seq }: UiMessagesOptions): JsonObject {
  const { runId, parts, stopReason, changed, usage } = message;
  const metadata = { threadId, runId, seq, ...present({ stopReason, changed }), ...(usage && { usage: { ...usage } }) };
  return { id: runId, role: "assistant", metadata, parts: parts.flatMap(partsOf) };
}

function partsOf(part: ThreadPart): JsonObject[] {
  switch (part.type) {
    case "text":
    case "reasoning":
      return [{ type: part.type, text: part.text, state: "done" }];
    case "tool-call":
      return callParts(part);
    default: {
      const { type, ...data } = part;
      const shown: Json = JSON.parse(JSON.stringify(data));
      return [{ type: `data-${type}`, ...("messageId" in part && { id: part.messageId }), data: shown }];
    }
  }
}

/** See {@link ToolChunks}: a call that has not begun is not told, and a call within a call stands in a step. */
function callParts(call: ThreadCall): JsonObject[] {
  const { toolCallId, toolName, args, approval, result, parentId, runningAt } = call;
  const isOpen = approval !== undefined && approval.decision === undefined && result === undefined;
  if (result === undefined && approval === undefined && runningAt === undefined) return [];
  const about = { toolCallId, input: args, providerExecuted: true };
  const within = parentId === undefined ? {} : { callProviderMetadata: { toolwright: { parentId } } };
  const part: JsonObject = { type: `tool-${toolName}`, ...about, ...within, ...outcomeOf(call, isOpen) };
  const step = parentId === undefined ? [] : [{ type: "step-start" }];
  return isOpen ? [...step, part, questionPart(call, approval)] : [...step, part];
}

function outcomeOf({ result, isError, code, approval }: ThreadCall, isOpen: boolean): JsonObject {
  if (isOpen && approval !== undefined)
    return { state: "approval-requested", approval: { id: approval.approvalId, ...requested(approval.reason) } };
  if (result === undefined) return { state: "input-available" };
  if (isError !== true) return { state: "output-available", output: result };
  if (code !== "approval_denied" || approval === undefined)
    return { state: "output-error", errorText: errorTextOf(result) };
  const { approvalId: id, decision } = approval;
  return { state: "output-denied", approval: { id, approved: false, ...present({ reason: decision?.reason }) } };
}

function requested(requestReason: string | undefined): JsonObject {
  return requestReason === undefined ? {} : { requestReason };
}

function questionPart(
  { toolCallId, toolName, args }: ThreadCall,
  asked: NonNullable<ThreadCall["approval"]>,
): JsonObject {
  const data: Json = JSON.parse(JSON.stringify({ toolCallId, toolName, arguments: args, ...asked }));
  return { type: "data-approval-request", id: asked.approvalId, data };
}
