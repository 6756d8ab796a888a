import { readFileSync } from "node:fs";
import type { JournalEvent } from "@toolwright/core";
import type { Store } from "@toolwright/durable";
import { CALLS_PER_TURN, CHANNEL, type Scene } from "./scene.ts";

/** What became of all calls. Only `lost` and `doubled` are faults. */
export interface Verdict {
  readonly calls: number;
  /** Calls, events and turns that are missing, or in the wrong order, or there twice. */
  readonly lost: number;
  /** Calls that ran again though they had settled, or may run only once. */
  readonly doubled: number;
  /** Calls that may run again, and did. */
  readonly repeatedReads: number;
  readonly outcomeUnknown: number;
  /** What was wrong, in words. */
  readonly faults: readonly string[];
}

/** Reads every journal and every effect, and compares. */
export async function judge(scene: Scene, store: Store): Promise<Verdict> {
  const effects = readFileSync(scene.effects, "utf8").trim().split("\n").filter(Boolean);
  const begun = new Map<string, number>();
  for (const line of effects) if (line.startsWith("begin ")) count(begun, keyOf(JSON.parse(line.slice(6))));
  const known = { calls: 0, repeatedReads: 0, outcomeUnknown: 0 };
  const lost: string[] = [];
  const doubled: string[] = [];
  for (const chatId of scene.conversations) {
    const events: JournalEvent[] = [];
    for await (const event of store.journal({ channel: CHANNEL, chatId }).read()) events.push(event);
    lost.push(...disorder(events, scene, chatId));
    for (const event of events) {
      if (event.type !== "tool_call_end") continue;
      known.calls += 1;
      const { toolName, toolCallId, result } = event.data;
      const times = begun.get(keyOf({ chatId, runId: event.runId, toolCallId })) ?? 0;
      const isUnknown = result.error?.code === "outcome_unknown";
      if (isUnknown) known.outcomeUnknown += 1;
      if (times === 0 && !isUnknown) lost.push(`${chatId} ${toolCallId} ended and never ran`);
      if (times > 1 && toolName === "send") doubled.push(`${chatId} ${toolCallId} ran ${times} times`);
      else if (times > 1) known.repeatedReads += times - 1;
    }
    doubled.push(...afterTheirEnd(events, chatId));
  }
  return { ...known, lost: lost.length, doubled: doubled.length, faults: [...lost, ...doubled] };
}

function keyOf({
  chatId,
  runId,
  toolCallId,
}: {
  readonly chatId: string;
  readonly runId: string;
  readonly toolCallId: string;
}) {
  return JSON.stringify([chatId, runId, toolCallId]);
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Numbers rise, every turn begins and ends once, and every call of it has one start and one end. */
function disorder(events: readonly JournalEvent[], { turns }: Scene, chatId: string): string[] {
  const faults: string[] = [];
  const say = (what: string) => void faults.push(`${chatId}: ${what}`);
  const counts = new Map<string, number>();
  let last = 0;
  for (const { seq, type, runId, id } of events) {
    if (seq <= last) say(`event ${seq} comes after ${last}`);
    last = seq;
    if (type === "run_start" || type === "done") count(counts, type);
    if (type === "tool_call_start" || type === "tool_call_end") count(counts, `${type} ${runId} ${id}`);
  }
  for (const [what, times] of counts) if (what.includes(" ") && times !== 1) say(`${what} is there ${times} times`);
  for (const type of ["run_start", "done"]) {
    const times = counts.get(type) ?? 0;
    if (times !== turns) say(`${times} ${type} of ${turns} turns`);
  }
  const ends = [...counts.keys()].filter((what) => what.startsWith("tool_call_end"));
  if (ends.length !== turns * CALLS_PER_TURN) say(`${ends.length} calls of ${turns * CALLS_PER_TURN}`);
  return faults;
}

/** A call that has ended is told to be run again. */
function afterTheirEnd(events: readonly JournalEvent[], chatId: string): string[] {
  const ended = new Set<string>();
  return events.flatMap((event) => {
    const key = `${event.runId} ${event.type === "warning" ? event.parentId : event.id}`;
    if (event.type === "tool_call_end") ended.add(key);
    const isAgain = event.type === "warning" && event.data.code === "call_retried" && ended.has(key);
    return isAgain ? [`${chatId} ${key} was run again after its end`] : [];
  });
}
