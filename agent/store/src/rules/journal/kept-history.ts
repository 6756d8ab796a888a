import { type JournalEvent, type Message, providerHistory } from "@toolwright/core";

/** From so many events on the history after a run is kept with its end: the next run need not read them all. */
export const LONG_RUN = 1_024;

/** Events that are looked through for the newest one of a run: others may follow it, such as what came back late. */
export const LATE_EVENTS = 16;

/** Whether an event ends a run: as the newest one of it, nothing of the run can have changed its history since. */
export function endsRun({ type, runId }: JournalEvent, run: string): boolean {
  return type === "done" && runId === run;
}

/** The history after the last run of these events; undefined where there are none. */
export async function historyOf(run: AsyncIterable<JournalEvent>): Promise<readonly Message[] | undefined> {
  const events: JournalEvent[] = [];
  for await (const event of run) events.push(event);
  return events.length === 0 ? undefined : providerHistory(events);
}
