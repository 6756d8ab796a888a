import type { Message } from "@toolwright/core";
import type { Database } from "../database/database.ts";
import { optionalText, type Row, textOf } from "../database/row.ts";
import type { ExcerptEvent } from "../port/journal.ts";
import { type EventRange, eventIn, readRows } from "./read-events.ts";

/** Messages of a user that are looked for at the end of a history: notes may stand before the last one. */
const MAX_SAID = 20;

/** The events of a range. A run that began with a long history costs no more than one that began with a short one. */
export function* readExcerpt(database: Database, range: EventRange): Generator<ExcerptEvent> {
  for (const row of readRows(database, range)) yield excerptOf(database, row);
}

function excerptOf(database: Database, row: Row): ExcerptEvent {
  const event = eventIn(row);
  const size = textOf(row, "body").length;
  const text = optionalText(row, "input");
  if (event.type !== "run_start" || text === undefined) return { event, size };
  const ids: readonly number[] = JSON.parse(text);
  const { said, characters } = lastSaid(database, ids);
  return {
    event: { ...event, data: { ...event.data, input: said } },
    messages: ids.length,
    size: size + characters,
  };
}

/** The user's messages that nothing follows. */
function lastSaid(database: Database, ids: readonly number[]): { said: readonly Message[]; characters: number } {
  const said: Message[] = [];
  let characters = 0;
  for (const id of ids.slice(-MAX_SAID).reverse()) {
    const row = database.first("SELECT body FROM messages WHERE id = ?", id);
    const body = row === undefined ? "" : textOf(row, "body");
    const message: Message | undefined = body === "" ? undefined : JSON.parse(body);
    if (message?.role !== "user") break;
    said.unshift(message);
    characters += body.length;
  }
  return { said, characters };
}
