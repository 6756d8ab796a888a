import type { RequestedRun } from "../../port/threads.ts";
import { numberOf, type Row, textOf } from "../rows/row.ts";
import { namesIn } from "./thread.ts";

/** The newest run of a request; takes the channel and the key. */
export const BEGUN_BY = `SELECT t.channel, t.chat_id, r.run_id, r.seq, r.request_key, r.request_hash
  FROM runs AS r JOIN threads AS t ON t.id = r.thread
  WHERE t.channel = ? AND r.request_key = ? ORDER BY r.thread DESC, r.seq DESC LIMIT 1`;

/** A run with its request, from its row, of whichever store. */
export function requestedRunOf(row: Row): RequestedRun {
  return {
    conversation: namesIn(row),
    runId: textOf(row, "run_id"),
    seq: numberOf(row, "seq"),
    key: textOf(row, "request_key"),
    hash: textOf(row, "request_hash"),
  };
}
