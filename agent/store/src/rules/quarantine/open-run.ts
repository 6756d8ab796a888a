import { numberOf, type Row, textOf } from "../rows/row.ts";
import { deathsIn, type OpenRun } from "./deaths.ts";

/** The newest run of a conversation, where it is open, in any store: takes its two names. */
export const selectOpenRun = (mark: (number: number) => string): string =>
  `SELECT t.id AS thread, t.last_seq, o.run_id, o.deaths, o.stop_requested FROM threads AS t
    JOIN runs AS r ON r.thread = t.id AND r.seq = t.run_seq
    JOIN open_runs AS o ON o.thread = t.id AND o.run_id = r.run_id
    WHERE t.channel = ${mark(1)} AND t.chat_id = ${mark(2)}`;

/** An open run from its row, of whichever store: what is true is so, or 1. */
export function openRunOf(row: Row): OpenRun & { readonly thread: number } {
  return {
    thread: numberOf(row, "thread"),
    runId: textOf(row, "run_id"),
    lastSeq: numberOf(row, "last_seq"),
    deaths: deathsIn(row.deaths),
    isStopRequested: Boolean(row.stop_requested),
  };
}
