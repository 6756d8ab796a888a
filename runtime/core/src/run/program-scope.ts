import type { EventAbout } from "../journal/activity-stream.ts";
import type { EventType } from "../journal/event.ts";
import { HeardSink } from "../journal/heard-sink.ts";
import { type AskedByProgram, narrowed, type Scope } from "./scope.ts";

/**
 * The scope of a call that a program makes: the program hears of its end in the moment in which that takes its place in
 * the journal. The start of a call that hangs on no other carries the time that the program had: where that is stored,
 * a later process sets its clock by it.
 */
export function scopeOfProgram(scope: Scope, program: AskedByProgram): Scope {
  const hear = (type: EventType, _data: unknown, about: EventAbout | undefined): EventAbout | undefined => {
    if (about?.id !== scope.toolCallId) return undefined;
    if (type === "tool_call_start" && program.startMs !== undefined) return { ...about, time: program.startMs };
    if (type !== "tool_call_end") return undefined;
    const time = Date.now();
    program.ended(time);
    return { ...about, time };
  };
  const signals = [program.signal, ...(scope.signal === undefined ? [] : [scope.signal])];
  return narrowed(scope, { activity: new HeardSink(scope.activity, hear), signal: AbortSignal.any(signals) });
}
