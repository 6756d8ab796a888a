import type { ThreadMessageLike } from "@assistant-ui/react";
import type { ThreadCall, ThreadMessage } from "@toolwright/view";
import type {
  AssistantThreadMessage,
  Fields,
  RatingRequest,
  ThreadApproval,
  ThreadPart,
} from "@toolwright/view/internal";
import type { UserContent } from "./user-content.ts";

/** One part of a message as assistant-ui takes it. */
export type MessagePart = Exclude<ThreadMessageLike["content"], string>[number];
export type CallPart = Extract<MessagePart, { type: "tool-call" }>;

/** A message as assistant-ui takes it, stored or still arriving. Parts that have not changed stay the same objects. */
export function toMessage(message: ThreadMessage): ThreadMessageLike {
  const { id } = message;
  const createdAt = new Date(message.createdAt);
  if (message.role === "user") return { role: "user", id, createdAt, content: userParts(message.content) };
  const {
    runId,
    runSeq,
    usage,
    stopReason,
    changed,
    reason,
    failure,
    model,
    waiting,
    context,
    reading,
    retrying,
    rating,
    warnings = [],
  } = message;
  return {
    role: "assistant",
    id,
    createdAt,
    content: [...message.parts.flatMap(shownParts), ...warnings.map((warning) => dataPart("warning", { ...warning }))],
    status: statusOf(message),
    metadata: {
      custom: {
        runId,
        runSeq,
        usage,
        stopReason,
        changed,
        reason,
        failure,
        model,
        waiting,
        context,
        reading,
        retrying,
        rating,
      },
    },
  };
}

/** Messages with what is told of the last run only when it is stored: which model answered, and why it failed. */
export function withStored(
  shown: readonly ThreadMessageLike[],
  stored: ThreadMessage | undefined,
): readonly ThreadMessageLike[] {
  const last = shown.at(-1);
  if (stored?.role !== "assistant" || last?.id !== stored.id) return shown;
  const { model, reason } = stored;
  const custom = { ...last.metadata?.custom, model, ...(reason === undefined ? {} : { reason }) };
  return [...shown.slice(0, -1), { ...last, metadata: { ...last.metadata, custom } }];
}

/** Messages of which one has another rating, or none. */
export function withRating(
  shown: readonly ThreadMessageLike[],
  runId: string,
  { thumb, note }: RatingRequest,
): readonly ThreadMessageLike[] {
  const rating = thumb === null ? undefined : { thumb, note };
  return shown.map((message) => {
    if (message.role !== "assistant" || message.metadata?.custom?.runId !== runId) return message;
    return { ...message, metadata: { ...message.metadata, custom: { ...message.metadata.custom, rating } } };
  });
}

/** What a user said, with images as data addresses. */
export function userParts(content: UserContent): Exclude<ThreadMessageLike["content"], string> {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return content.flatMap((part): MessagePart[] => {
    if (part.type === "text") return [{ type: "text", text: part.text }];
    return part.type === "image" ? [{ type: "image", image: `data:${part.mediaType};base64,${part.data}` }] : [];
  });
}

const shown = new WeakMap<ThreadPart, readonly MessagePart[]>();

function shownParts(part: ThreadPart): readonly MessagePart[] {
  const known = shown.get(part);
  if (known !== undefined) return known;
  const parts = partsOf(part);
  shown.set(part, parts);
  return parts;
}

function partsOf(part: ThreadPart): readonly MessagePart[] {
  if (part.type === "tool-call") return [callPart(part), ...besideCall(part)];
  if (part.type === "steered") return [dataPart("steered", { messageId: part.messageId, content: part.content })];
  if (part.type === "compacted") {
    const { summary, before, after } = part;
    return [dataPart("compacted", { summary, before, after })];
  }
  return [{ type: part.type, text: part.text }];
}

function callPart(call: ThreadCall): CallPart {
  const { toolCallId, toolName, args, argsText, parentId, result, isError, approval, artifact } = call;
  return {
    type: "tool-call",
    toolCallId,
    toolName,
    argsText: argsText ?? JSON.stringify(args),
    timing: timingOf(call),
    ...(result === undefined ? {} : { result, isError: isError === true }),
    ...(artifact === undefined ? {} : { artifact }),
    ...(parentId === undefined ? {} : { parentId }),
    ...(approval === undefined ? {} : { approval: approvalOf(approval, result !== undefined) }),
  };
}

/** What else is known of a call, as data parts: the same as in any other assistant-ui app. */
function besideCall(call: ThreadCall): MessagePart[] {
  const { toolCallId, toolName, durationMs, reach, code, forUser, ref, async, orphaned } = call;
  const { late, approval, output, runningAt, line, replays } = call;
  const end = { toolCallId, durationMs, reach, code, forUser, ref, async, orphaned };
  const { decision, ...question } = approval ?? {};
  return [
    ...(line === undefined && replays === undefined ? [] : [dataPart("tool-start", { toolCallId, line, replays })]),
    ...(runningAt === undefined ? [] : [dataPart("tool-running", { toolCallId, time: runningAt })]),
    ...(output === undefined ? [] : [dataPart("tool-output", { toolCallId, chunk: output.text })]),
    ...(approval === undefined ? [] : [dataPart("approval-request", { toolCallId, toolName, reach, ...question })]),
    ...(decision === undefined ? [] : [dataPart("approval-decision", { toolCallId, ...decision })]),
    ...(durationMs === undefined ? [] : [dataPart("tool-end", end)]),
    ...(late === undefined ? [] : [dataPart("async-result", { toolCallId, ...late })]),
  ];
}

function dataPart(name: string, data: Fields): MessagePart {
  return { type: "data", name, data };
}

function timingOf({ startedAt, runningAt = startedAt, durationMs }: ThreadCall): NonNullable<CallPart["timing"]> {
  return durationMs === undefined
    ? { startedAt: runningAt }
    : { startedAt: runningAt, completedAt: runningAt + durationMs };
}

function approvalOf(
  { approvalId, reason, decision }: ThreadApproval,
  isOver: boolean,
): NonNullable<CallPart["approval"]> {
  const asked = { id: approvalId, ...(reason === undefined ? {} : { prompt: reason }) };
  // Nobody has answered, and nobody can any more.
  if (decision === undefined) return isOver ? { ...asked, resolution: "cancelled" } : asked;
  const said = decision.reason === undefined ? {} : { reason: decision.reason };
  return { ...asked, approved: decision.approve, ...said };
}

type Status = NonNullable<ThreadMessageLike["status"]>;

/** What assistant-ui calls the end of a run. */
function statusOf({ stopReason, error }: Pick<AssistantThreadMessage, "stopReason" | "error">): Status {
  if (stopReason === undefined) return { type: "running" };
  if (error !== undefined) return { type: "incomplete", reason: "error", error };
  switch (stopReason) {
    case "stop":
    case "done":
      return { type: "complete", reason: "stop" };
    case "aborted":
      return { type: "incomplete", reason: "cancelled" };
    case "length":
      return { type: "incomplete", reason: "length" };
    case "content_filter":
      return { type: "incomplete", reason: "content-filter" };
    default:
      return { type: "incomplete", reason: "other" };
  }
}
