import { UNKNOWN } from "../frames/call-frames.ts";
import { type Frame, usageOf } from "../frames/frame.ts";
import { isFields } from "../wire/fields.ts";
import type { ThreadPage } from "../wire/http.ts";
import type { AssistantThreadMessage, LaterFrame, ThreadCall, ThreadMessage } from "../wire/thread-message.ts";
import { callWith } from "./call-with.ts";
import { usageSum } from "./usage-sum.ts";

/** What of two pages can be joined. */
export type LoadedPage = Pick<ThreadPage, "messages" | "later" | "before">;

/**
 * A page of a thread, and the one that follows it, as one. A run that began on the first is whole then, and so are its
 * calls. Messages that this does not change stay the same objects.
 */
export function joinPages(earlier: LoadedPage, newer: LoadedPage): LoadedPage {
  const waiting = new Set(newer.later ?? []);
  const divided = dividedRun(earlier, newer);
  const [first, second] = [earlier.messages, newer.messages];
  const whole = divided && withLater(inOne(divided), waiting);
  const messages = [
    ...(divided === undefined ? first : first.slice(0, -1)).map((message) => heard(message, waiting)),
    ...second.map((message) => {
      return whole !== undefined && message === divided?.rest ? settled(whole, divided.first.parts.length) : message;
    }),
  ];
  const later = [...(earlier.later ?? []), ...waiting];
  const { before } = earlier;
  return { messages, ...(later.length > 0 && { later }), ...(before !== undefined && { before }) };
}

interface DividedRun {
  readonly first: AssistantThreadMessage;
  readonly rest: AssistantThreadMessage;
}

/** The run in which one page ends and the other begins. */
function dividedRun(earlier: LoadedPage, newer: LoadedPage): DividedRun | undefined {
  const first = earlier.messages.at(-1);
  const rest = newer.messages.find((message) => message.role === "assistant" && message.runSeq !== undefined);
  if (first?.role !== "assistant" || rest?.role !== "assistant" || first.id !== rest.id) return undefined;
  return { first, rest };
}

function heard(message: ThreadMessage, waiting: Set<LaterFrame>): ThreadMessage {
  return message.role === "user" ? message : withLater(message, waiting);
}

function inOne({ first, rest: { runSeq: _began, ...rest } }: DividedRun): AssistantThreadMessage {
  const warnings = [...(first.warnings ?? []), ...(rest.warnings ?? [])];
  return { ...first, ...rest, parts: [...first.parts, ...rest.parts], ...(warnings.length > 0 && { warnings }) };
}

/** Takes from what is waiting the frames of calls that the message has. */
function withLater(message: AssistantThreadMessage, waiting: Set<LaterFrame>): AssistantThreadMessage {
  if (waiting.size === 0) return message;
  const calls = message.parts.flatMap((part) => (part.type === "tool-call" ? [part] : []));
  const ids = new Set(calls.map(({ toolCallId }) => toolCallId));
  let changed = message;
  for (const later of waiting) {
    const { frame, during } = later;
    // Calls behind the end of a run stand in their order, so that all of them have to be there.
    if (!ids.has(callIdOf(frame)) || (frame.code === "call" && message.runSeq !== undefined)) continue;
    waiting.delete(later);
    // Of what happens inside a call, only what happens after its run is shown as the call's own.
    if (frame.code === "call" && during === message.runId) continue;
    if (frame.code === "call") ids.add(frame.toolCallId);
    changed = withFrame(changed, later);
  }
  return changed;
}

/** The call that it tells of; that around it for one that begins. */
function callIdOf(frame: Frame): string {
  if (frame.code === "call" || frame.code === "data") return frame.parentId ?? "";
  return frame.code === "arguments" || frame.code === "result" ? frame.toolCallId : "";
}

function withFrame(message: AssistantThreadMessage, { frame, time }: LaterFrame): AssistantThreadMessage {
  if (frame.code === "call") {
    const { code: _code, ...about } = frame;
    const call: ThreadCall = { type: "tool-call", ...about, args: {}, argsText: "", startedAt: time };
    return { ...message, parts: [...message.parts, call] };
  }
  const parts = message.parts.map((part) => {
    return part.type === "tool-call" && part.toolCallId === callIdOf(frame) ? callWith(part, frame, time) : part;
  });
  const used = frame.code === "data" && frame.name === "async-result" ? frame.data.usage : undefined;
  if (!isFields(used) || message.usage === undefined) return { ...message, parts };
  return { ...message, parts, usage: usageSum(message.usage, usageOf(used)) };
}

/** Where the run is over: so are those of its first calls of whose end no page tells. */
function settled(message: AssistantThreadMessage, count: number): AssistantThreadMessage {
  if (message.stopReason === undefined) return message;
  const parts = message.parts.map((part, place) => {
    if (place >= count || part.type !== "tool-call" || part.result !== undefined) return part;
    return callWith(part, { code: "result", toolCallId: part.toolCallId, ...UNKNOWN }, message.createdAt);
  });
  return { ...message, parts };
}
