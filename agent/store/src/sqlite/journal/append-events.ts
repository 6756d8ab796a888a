import type { Conversation, EventOf, JournalEvent } from "@toolwright/core";
import type { RunRequest } from "../../port/journal.ts";
import type { Lease } from "../../port/leases.ts";
import { StoreError } from "../../port/store-error.ts";
import type { StoreLimits } from "../../port/store-limits.ts";
import { isHeard, isUse, storedUsage } from "../../rules/journal/event-effects.ts";
import type { PreparedEvent } from "../../rules/journal/prepare-event.ts";
import { numberOf, sumOf } from "../../rules/rows/row.ts";
import { firstSaidOf } from "../../rules/threads/first-said.ts";
import type { Database } from "../database/database.ts";
import { addThread } from "../threads/add-thread.ts";
import { addUsage } from "../threads/add-usage.ts";
import type { Room } from "../threads/make-room.ts";
import { internMessages } from "./intern-messages.ts";

/** Where events go, and what must hold there. */
export interface AppendPlace {
  readonly conversation: Conversation;
  /** The thread that was written before; undefined for a first event. */
  readonly thread: number | undefined;
  /** The number of the event before them; undefined when any lower one will do. */
  readonly after: number | undefined;
  readonly lease: Lease | undefined;
  readonly request?: RunRequest | undefined;
  readonly limits: StoreLimits;
  readonly now: number;
  readonly onArchived: Room["onArchived"];
}

/** What became of events that were to be stored together. */
export interface Appended {
  readonly thread: number;
  /** How many of them are stored: the first ones, as far as there is room. */
  readonly count: number;
}

/**
 * Stores events of one conversation, in their order, and what follows from them, inside a transaction. An event that
 * brings messages comes alone. Throws a `StoreError` where not even the first one can be stored.
 */
export function appendEvents(database: Database, events: readonly PreparedEvent[], place: AppendPlace): Appended {
  const thread = place.thread ?? addThread(database, { ...place, ...place.conversation });
  if (storeAll(database, events, { ...place, thread })) return { thread, count: events.length };
  let { after } = place;
  let count = 0;
  for (const prepared of events.length > 1 ? events : []) {
    if (!storeAll(database, [prepared], { ...place, thread, after })) break;
    after = prepared.event.seq;
    count += 1;
  }
  if (count === 0) throw noRoom(place.limits);
  return { thread, count };
}

/** Why there is no next event in a conversation. */
export function noRoom({ conversationBytes }: StoreLimits): StoreError {
  return new StoreError("limit", `The events of this conversation would exceed ${conversationBytes} bytes.`);
}

interface Place extends AppendPlace {
  readonly thread: number;
}

/** False where the conversation has no room for all of them. */
function storeAll(database: Database, events: readonly PreparedEvent[], place: Place): boolean {
  const { thread, after, lease, limits } = place;
  const [seq, last] = [events[0]?.event.seq ?? 0, events.at(-1)?.event.seq ?? 0];
  const input = events[0]?.input;
  if (input !== undefined) checkPlace(database, { thread, seq, after, lease });
  const stored = storedInput(database, thread, input);
  const bytes = events.reduce((sum, prepared) => sum + prepared.bytes, stored.bytes);
  const [token, most] = [lease?.token ?? null, limits.conversationBytes];
  if (database.run(TAKE, last, bytes, thread, after ?? null, seq, bytes, most, token, token) === 0) {
    checkPlace(database, { thread, seq, after, lease });
    return false;
  }
  for (const { event, body } of events) {
    database.run(INSERT, thread, event.seq, body, stored.ids, sumOf(body), stored.sum);
    noteEffects(database, { thread, event, request: place.request, now: place.now });
  }
  return true;
}

const INSERT = "INSERT INTO events (thread, seq, body, input, sum, input_sum) VALUES (?, ?, ?, ?, ?, ?)";

/** Takes the places of the next events, if all holds that must: one statement, because all events are stored by it. */
const TAKE = `UPDATE threads AS t SET last_seq = ?, bytes = bytes + ?
  WHERE id = ? AND last_seq = coalesce(?, last_seq) AND last_seq < ? AND bytes + ? <= ?
    AND (? IS NULL OR ? = (SELECT token FROM leases AS l WHERE l.channel = t.channel AND l.chat_id = t.chat_id))`;

interface Next extends Pick<AppendPlace, "after" | "lease"> {
  readonly thread: number;
  readonly seq: number;
}

const BEFORE = `SELECT last_seq,
    (SELECT token FROM leases AS l WHERE l.channel = t.channel AND l.chat_id = t.chat_id) AS token
  FROM threads AS t WHERE id = ?`;

/**
 * Throws a `StoreError` that says what does not hold: the lease is the writer's, and the conversation ends where it
 * believes.
 */
function checkPlace(database: Database, { thread, seq, after, lease }: Next): void {
  const row = database.first(BEFORE, thread);
  if (row === undefined) throw new StoreError("deleted", "The conversation was deleted.");
  // One whose time is over counts, as long as nobody else has taken it.
  if (lease !== undefined && row.token !== lease.token) {
    throw new StoreError("lease_lost", "This process does not hold the lease of the conversation any more.");
  }
  const last = numberOf(row, "last_seq");
  if (last !== (after ?? last)) {
    const message = `Somebody else has written to this conversation: its last event is ${last}, not ${after}.`;
    throw new StoreError("conflict", message);
  }
  if (seq <= last) throw new StoreError("conflict", `Event ${seq} is not after event ${last} of this conversation.`);
}

interface Stored {
  readonly thread: number;
  readonly event: JournalEvent;
  readonly request: RunRequest | undefined;
  readonly now: number;
}

/** Keeps what can be asked without reading events: which runs are open, and when a thread was used. */
function noteEffects(database: Database, { thread, event, request, now }: Stored): void {
  if (event.type === "run_start" && event.parentId === undefined) {
    database.run("INSERT OR IGNORE INTO open_runs (thread, run_id) VALUES (?, ?)", thread, event.runId);
    database.run(ADD_RUN, thread, event.seq, event.runId, request?.key ?? null, request?.hash ?? null);
    database.run(RUN_BEGAN, event.seq, firstSaidOf(event), thread);
  }
  if (event.type === "done") closeRun(database, thread, event);
  if (event.type === "async_result" && event.data.usage !== undefined)
    addUsage(database, { thread }, storedUsage(event.data.usage));
  if (event.type === "approval_decision" && event.data.ignored === undefined) {
    // From here on the journal has the answer; edited arguments need not be kept twice.
    database.run("UPDATE approvals SET decision = NULL WHERE approval_id = ?", event.data.approvalId);
  }
  if (isHeard(event)) database.run(HEARD, thread, event.data.messageId);
  if (!isUse(event)) return;
  const touch = "UPDATE threads SET updated_at = ?, touched = (SELECT max(touched) + 1 FROM threads) WHERE id = ?";
  database.run(touch, now, thread);
}

const HEARD = "UPDATE steers SET state = 'sent', message = '' WHERE thread = ? AND id = ?";
const ADD_RUN = `INSERT OR IGNORE INTO runs (thread, seq, run_id, request_key, request_hash) VALUES (?, ?, ?, ?, ?)`;
const RUN_BEGAN = `UPDATE threads SET run_seq = ?, first_said = CASE WHEN run_seq = 0 THEN ? ELSE first_said END
  WHERE id = ?`;

function closeRun(database: Database, thread: number, done: EventOf<"done">): void {
  database.run("DELETE FROM open_runs WHERE thread = ? AND run_id = ?", thread, done.runId);
  addUsage(database, { thread, runId: done.runId }, storedUsage(done.data.usage));
}

/** The numbers of the messages that a run begins with, as JSON, and the bytes that were added. */
function storedInput(
  database: Database,
  thread: number,
  bodies: readonly string[] | undefined,
): { readonly ids: string | null; readonly sum: number | null; readonly bytes: number } {
  if (bodies === undefined) return { ids: null, sum: null, bytes: 0 };
  const { ids, sum, bytes } = internMessages(database, { thread, bodies });
  const text = JSON.stringify(ids);
  return { ids: text, sum, bytes: bytes + text.length };
}
