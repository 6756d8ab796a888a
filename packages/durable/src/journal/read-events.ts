import type { JournalEvent, Message } from "@toolwright/core";
import type { Database } from "../database/database.ts";
import { optionalText, type Row, textOf } from "../database/row.ts";

/** Which events to read. */
export interface EventRange {
  readonly thread: number;
  readonly after: number;
}

/** A page ends with the event that reaches either. */
const PAGE = { events: 256, characters: 1024 * 1024 };

const SELECT = "SELECT body, input FROM events WHERE thread = ? AND seq > ? ORDER BY seq LIMIT ?";
const INPUT = `SELECT m.body FROM json_each(?) AS listed JOIN messages AS m ON m.id = listed.value ORDER BY listed.key`;

/** The events after a number, a page at a time, so that a long journal is never in memory as a whole. */
export function* readEvents(database: Database, { thread, after }: EventRange): Generator<JournalEvent> {
  let cursor = after;
  for (;;) {
    let characters = 0;
    const page = database.take(SELECT, [thread, cursor, PAGE.events], (row) => {
      characters += textOf(row, "body").length;
      return characters >= PAGE.characters;
    });
    if (page.length === 0) return;
    for (const row of page) {
      const event = eventOf(database, row);
      cursor = event.seq;
      yield event;
    }
  }
}

function eventOf(database: Database, row: Row): JournalEvent {
  const event: JournalEvent = JSON.parse(textOf(row, "body"));
  const ids = optionalText(row, "input");
  if (event.type !== "run_start" || ids === undefined) return event;
  const input = database.all(INPUT, ids).map((found): Message => JSON.parse(textOf(found, "body")));
  return { ...event, data: { ...event.data, input } };
}
