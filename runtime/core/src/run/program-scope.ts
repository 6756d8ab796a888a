import type { EventData, EventType } from "../journal/event.ts";
import { type Hear, HeardSink } from "../journal/heard-sink.ts";
import type { CallOfProgram } from "./program-call.ts";
import { narrowed, type Scope } from "./scope.ts";

/**
 * The scope of a call that a program makes: the program hears of its end in the moment in which that takes its place in
 * the journal. The start of a call that hangs on no other carries the time that the program had: where that is stored,
 * a later process sets its clock by it.
 */
export function scopeOfProgram(scope: Scope, program: CallOfProgram): Scope {
  const { toolCallId } = scope;
  const hear: Hear = (type, data, about) => {
    if (about?.id === toolCallId && type === "tool_call_start" && program.startMs !== undefined)
      return { ...about, time: program.startMs };
    NEWS[type]?.(data, { toolCallId, program });
    if (about?.id !== toolCallId || type !== "tool_call_end") return undefined;
    const time = Date.now();
    program.ended(time);
    return { ...about, time };
  };
  return narrowed(scope, { activity: new HeardSink(scope.activity, hear), signal: program.signal });
}

interface Hearing {
  readonly toolCallId: string;
  readonly program: CallOfProgram;
}

const NEWS: { readonly [T in EventType]?: (data: EventData[T], hearing: Hearing) => void } = {
  approval_request: (data, { program }) => program.asking(data.toolCallId, true),
  tool_call_end: (data, { program }) => program.asking(data.toolCallId, false),
  approval_decision: (data, { toolCallId, program }) => {
    program.asking(data.toolCallId, false);
    if (data.toolCallId !== toolCallId || data.ignored !== undefined || !data.approve) return;
    if (data.arguments !== undefined) program.edited = data.arguments;
  },
};
