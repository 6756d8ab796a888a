import type { Conversation } from "@toolwright/core";
import type { ForkOptions } from "../../port/threads.ts";
import { numberOf, optionalNumber, optionalText, type Row, textOf } from "../../rules/rows/row.ts";
import { cleanTitle, forkRefused } from "../../rules/threads/thread-input.ts";
import type { Database } from "../database/database.ts";
import { addThread } from "./add-thread.ts";
import type { Room } from "./make-room.ts";

/** A fork to be. */
export interface NewFork extends ForkOptions, Omit<Room, "keep"> {
  readonly chatId: string;
}

/**
 * Makes a fork, unless it is there, inside a transaction. False for an unknown conversation or run. Throws a
 * `StoreError`.
 */
export function forkThread(database: Database, options: NewFork): boolean {
  const { from, chatId, title, limits, now, onArchived } = options;
  const known = database.first(`${SELECT} WHERE channel = ? AND chat_id = ?`, from.channel, chatId);
  if (known !== undefined) return isForkOf(known, options);
  const source = database.first(`${SELECT} WHERE channel = ? AND chat_id = ?`, from.channel, from.chatId);
  const end = source && endOf(database, source, options);
  if (source === undefined || end === undefined) return false;
  const keep = numberOf(source, "id");
  const owner = optionalText(source, "owner");
  const named = {
    channel: from.channel,
    chatId,
    owner,
    title: cleanTitle(title ?? (end > 1 ? textOf(source, "title") : "")),
  };
  const fork = addThread(database, { ...named, limits, now, keep, onArchived });
  copyEvents(database, { source: keep, fork, end });
  database.run(FORKED, from.channel, from.chatId, keep, keep, fork);
  shareOutputs(database, from, named);
  return true;
}

const SELECT = "SELECT id, title, owner, last_seq, forked_channel, forked_chat_id FROM threads";
const FORKED = `UPDATE threads SET forked_channel = ?, forked_chat_id = ?, forked_seq = last_seq,
    settings = (SELECT settings FROM threads WHERE id = ?),
    first_said = CASE WHEN run_seq > 0 THEN (SELECT first_said FROM threads WHERE id = ?) END WHERE id = ?`;

function isForkOf(row: Row, { from, chatId }: NewFork): true {
  if (row.forked_channel === from.channel && row.forked_chat_id === from.chatId) return true;
  throw forkRefused("taken", chatId);
}

/** The number of the first event that the fork does not hold; undefined for an unknown run. */
function endOf(database: Database, source: Row, options: NewFork): number | undefined {
  const { before, after } = options;
  const [thread, last] = [numberOf(source, "id"), numberOf(source, "last_seq")];
  const open = optionalNumber(database.first(OPEN, thread) ?? {}, "seq") ?? last + 1;
  const runId = before ?? after;
  if (runId === undefined) return open;
  const named = database.first("SELECT seq FROM runs WHERE thread = ? AND run_id = ?", thread, runId);
  if (named === undefined) return undefined;
  const seq = numberOf(named, "seq");
  if (after === undefined) return Math.min(seq, open);
  if (seq >= open) throw forkRefused("open", options.chatId);
  const next = database.first("SELECT min(seq) AS seq FROM runs WHERE thread = ? AND seq > ?", thread, seq) ?? {};
  return optionalNumber(next, "seq") ?? last + 1;
}

const OPEN = `SELECT min(r.seq) AS seq FROM open_runs AS o JOIN runs AS r ON r.thread = o.thread AND r.run_id = o.run_id
  WHERE o.thread = ?`;

interface Copy {
  readonly source: number;
  readonly fork: number;
  readonly end: number;
}

/**
 * Copies events before `end`, with the messages that their runs began with: all of them get numbers that lie as far
 * from the old ones.
 */
function copyEvents(database: Database, { source, fork, end }: Copy): void {
  const span = database.first(MESSAGES, source, end, source) ?? {};
  const [newest, distance] = [optionalNumber(span, "newest") ?? 0, optionalNumber(span, "distance") ?? 0];
  database.run(COPY_MESSAGES, distance, fork, source, newest);
  database.run(COPY_EVENTS, fork, distance, source, end);
  database.run(COPY_RUNS, fork, source, end);
  database.run(COUNT, fork);
}

const MESSAGES = `SELECT (SELECT max(listed.value) FROM events, json_each(events.input) AS listed WHERE thread = ? AND seq < ?) AS newest,
    (SELECT max(id) FROM messages) - (SELECT min(id) FROM messages WHERE thread = ?) + 1 AS distance`;
const COPY_MESSAGES = `INSERT INTO messages (id, thread, hash, body)
  SELECT id + ?, ?, hash, body FROM messages WHERE thread = ? AND id <= ?`;
const COPY_EVENTS = `INSERT INTO events (thread, seq, body, input, sum, input_sum)
  SELECT ?1, seq, body, CASE WHEN input IS NOT NULL THEN
    (SELECT json_group_array(listed.value + ?2 ORDER BY listed.key) FROM json_each(events.input) AS listed) END, sum, input_sum
  FROM events WHERE thread = ?3 AND seq < ?4`;
/** What they used was counted where it was used; what people think of them goes along. */
const COPY_RUNS = `INSERT INTO runs (thread, seq, run_id, thumb, note, rated_at)
  SELECT ?, seq, run_id, thumb, note, rated_at FROM runs WHERE thread = ? AND seq < ?`;
const COUNT = `UPDATE threads SET
    last_seq = (SELECT coalesce(max(seq), 0) FROM events WHERE thread = ?1),
    run_seq = (SELECT coalesce(max(seq), 0) FROM runs WHERE thread = ?1),
    bytes = (SELECT total(octet_length(body)) + total(octet_length(input)) FROM events WHERE thread = ?1)
      + (SELECT total(octet_length(body)) FROM messages WHERE thread = ?1)
  WHERE id = ?1`;

/** What the one can read, the other can read as well. */
function shareOutputs(database: Database, from: Conversation, fork: Conversation): void {
  const sql = `INSERT INTO output_readers (channel, chat_id, output) SELECT ?3, ?4, number FROM outputs
      WHERE channel = ?1 AND chat_id = ?2
    UNION SELECT ?3, ?4, output FROM output_readers WHERE channel = ?1 AND chat_id = ?2`;
  database.run(sql, from.channel, from.chatId, fork.channel, fork.chatId);
}
