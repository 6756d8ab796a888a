import type { ThreadMessageLike } from "@assistant-ui/react";
import type { UserContent, WireApproval, WireMessage, WirePart } from "../server/wire.ts";
import { type CallPart, dataPart, type MessagePart } from "./draft-call.ts";
import { statusOf } from "./run-draft.ts";

/** A stored message as assistant-ui takes it: the same that the stream of its run would have built. */
export function fromWire(message: WireMessage): ThreadMessageLike {
  const { id } = message;
  const createdAt = new Date(message.createdAt);
  if (message.role === "user") return { role: "user", id, createdAt, content: userParts(message.content) };
  const { runId, usage, stopReason, error, warnings = [] } = message;
  return {
    role: "assistant",
    id,
    createdAt,
    content: [...message.parts.flatMap(partsOf), ...warnings.map((warning) => dataPart("warning", warning))],
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

type WireCall = Extract<WirePart, { type: "tool-call" }>;

function partsOf(part: WirePart): MessagePart[] {
  return part.type === "tool-call" ? [callPart(part), ...callData(part)] : [{ type: part.type, text: part.text }];
}

function callPart(call: WireCall): CallPart {
  const { toolCallId, toolName, args, parentId, result, isError, approval, artifact } = call;
  return {
    type: "tool-call",
    toolCallId,
    toolName,
    argsText: JSON.stringify(args),
    timing: timingOf(call),
    ...(result === undefined ? {} : { result, isError: isError === true }),
    ...(artifact === undefined ? {} : { artifact }),
    ...(parentId === undefined ? {} : { parentId }),
    ...(approval === undefined ? {} : { approval: approvalOf(approval, result !== undefined) }),
  };
}

function callData({ toolCallId, durationMs, code, forUser, ref, async, late, approval }: WireCall): MessagePart[] {
  const end = { toolCallId, durationMs, code, forUser, ref, async };
  const decision = approval?.decision;
  return [
    ...(decision === undefined ? [] : [dataPart("approval-decision", { toolCallId, ...decision })]),
    ...(durationMs === undefined ? [] : [dataPart("tool-end", end)]),
    ...(late === undefined ? [] : [dataPart("async-result", { toolCallId, ...late })]),
  ];
}

function timingOf({ startedAt, durationMs }: WireCall): NonNullable<CallPart["timing"]> {
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
