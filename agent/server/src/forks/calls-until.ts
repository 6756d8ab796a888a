import type { StoredJournal } from "@toolwright/store";

/** The calls of a thread, those inside others included, parted at an event. */
export interface PartedCalls {
  readonly until: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
}

/** Which calls had begun by an event, and which have since. */
export async function callsUntil(journal: StoredJournal, seq: number): Promise<PartedCalls> {
  const [until, after] = [new Set<string>(), new Set<string>()];
  for await (const { event } of journal.excerpt({ after: 0 })) {
    if (event.type !== "tool_call_start") continue;
    (event.seq <= seq ? until : after).add(event.data.toolCallId);
  }
  return { until, after };
}
