import type { ThreadMessageLike } from "@assistant-ui/react";
import type { UserContent, WireApproval, WireMessage, WirePart } from "../server/wire.ts";
import type { CallPart, MessagePart } from "./draft-call.ts";
import { statusOf } from "./run-draft.ts";

/** A stored message as assistant-ui takes it: the same that the stream of its run would have built. */
export function fromWire(message: WireMessage): ThreadMessageLike {
  const { id } = message;
  const createdAt = new Date(message.createdAt);
  if (message.role === "user") return { role: "user", id, createdAt, content: userParts(message.content) };
  const { runId, usage, stopReason, error } = message;
  return {
    role: "assistant",
    id,
    createdAt,
    content: message.parts.map(partOf),
    status:
      stopReason === undefined
        ? { type: "running" }
        : statusOf({ stopReason, ...(error === undefined ? {} : { error }) }),
    metadata: { custom: { runId, usage, stopReason } },
  };
}

/** What a user said, with images as data addresses. */
export function userParts(content: UserContent): Exclude<ThreadMessageLike["content"], string> {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return content.map((part) =>
    part.type === "text" ? part : { type: "image", image: `data:${part.mediaType};base64,${part.data}` },
  );
}

function partOf(part: WirePart): MessagePart {
  if (part.type !== "tool-call") return { type: part.type, text: part.text };
  const { toolCallId, toolName, args, parentId, result, isError, approval } = part;
  const timing = timingOf(part);
  return {
    type: "tool-call",
    toolCallId,
    toolName,
    argsText: JSON.stringify(args),
    ...(result === undefined ? {} : { result, isError: isError === true }),
    ...(parentId === undefined ? {} : { parentId }),
    ...(timing === undefined ? {} : { timing }),
    ...(approval === undefined ? {} : { approval: approvalOf(approval, result !== undefined) }),
  };
}

function timingOf({ startedAt = 0, durationMs }: Extract<WirePart, { type: "tool-call" }>): CallPart["timing"] {
  return durationMs === undefined ? { startedAt } : { startedAt, completedAt: startedAt + durationMs };
}

function approvalOf(
  { approvalId, reason, decision }: WireApproval,
  isOver: boolean,
): NonNullable<CallPart["approval"]> {
  const asked = { id: approvalId, ...(reason === undefined ? {} : { prompt: reason }) };
  if (decision === undefined) return isOver ? { ...asked, resolution: "cancelled" } : asked;
  const said = decision.reason === undefined ? {} : { reason: decision.reason };
  return { ...asked, approved: decision.approve, ...said };
}
