import type { JournalEvent, Message } from "@toolwright/core";
import { type EventRange, eventIn, storedMessage } from "../../rules/journal/stored-event.ts";
import { damaged, optionalText, type Row, storedJson, sumOf, textOf } from "../../rules/rows/row.ts";
import type { Database } from "../database/database.ts";

/** A page ends with the event that reaches either. */
const PAGE = { events: 256, characters: 1024 * 1024 };

const selectIn = (order: "ASC" | "DESC") =>
  `SELECT seq, body, input, sum, input_sum FROM events WHERE thread = ? AND seq > ? AND seq < ? ORDER BY seq ${order} LIMIT ?`;
const [SELECT, SELECT_BACK] = [selectIn("ASC"), selectIn("DESC")];
const INPUT = `SELECT m.body, m.hash FROM json_each(?) AS listed JOIN messages AS m ON m.id = listed.value ORDER BY listed.key`;

/** The events of a range, a page at a time, so that a long journal is never in memory as a whole. */
export function* readEvents(database: Database, range: EventRange): Generator<JournalEvent> {
  for (const row of readRows(database, range)) {
    const event = eventIn(row);
    const ids = optionalText(row, "input");
    if (event.type !== "run_start" || ids === undefined) yield event;
    else yield { ...event, data: { ...event.data, input: messagesOf(database, ids, row.input_sum) } };
  }
}

/** The rows of a range, a page at a time. */
export function* readRows(
  database: Database,
  { thread, after, before = Number.MAX_SAFE_INTEGER, newestFirst = false }: EventRange,
): Generator<Row> {
  let [first, end] = [after, before];
  for (;;) {
    let characters = 0;
    const page = database.take(newestFirst ? SELECT_BACK : SELECT, [thread, first, end, PAGE.events], (row) => {
      characters += textOf(row, "body").length;
      return characters >= PAGE.characters;
    });
    for (const row of page) yield row;
    const last = page.at(-1)?.seq;
    if (typeof last !== "number") return;
    if (newestFirst) end = last;
    else first = last;
  }
}

/** The messages of a history. Throws `corrupt` where they are others than were stored. */
export function messagesOf(database: Database, ids: string, sum: unknown): readonly Message[] {
  const listed: readonly number[] = storedJson(ids);
  const found = database.all(INPUT, ids);
  if (found.length !== listed.length) throw damaged("a message that a run began with is missing");
  const messages = found.map((row): Message => storedMessage(textOf(row, "body"), row.hash));
  const ofHashes = sumOf(found.map(({ hash }) => hash).join(""));
  if (typeof sum === "number" && sum !== ofHashes) throw damaged("a run began with other messages");
  return messages;
}
