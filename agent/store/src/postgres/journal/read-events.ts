import type { Conversation, JournalEvent, Message } from "@toolwright/core";
import type { ExcerptEvent } from "../../port/journal.ts";
import type { News } from "../../rules/journal/follow-journal.ts";
import { type EventRange, eventIn, MAX_SAID } from "../../rules/journal/stored-event.ts";
import { numberOf, textOf } from "../../rules/rows/row.ts";
import type { Database, Row, Statements } from "../database/database.ts";

/** A database, or a transaction in it. */
type Reading = Pick<Statements, "all">;

/** A page ends with the event that reaches either. */
const PAGE = { events: 256, bytes: 1024 * 1024 };

/** What is left out of a page begins where its last event has reached `PAGE.bytes`. */
const PAGE_OF = (thread: string, after = "$2", by = "seq") => `SELECT seq, body, input, bytes FROM (
    SELECT seq, body, input, sum(octet_length(body)) OVER (ORDER BY ${by}) AS bytes, octet_length(body) AS own FROM (
      SELECT seq, body, input FROM events WHERE thread = ${thread} AND seq > ${after} AND seq < $3 ORDER BY ${by} LIMIT $4
    ) AS next
  ) AS page WHERE bytes - own < $5 ORDER BY ${by}`;
const [ROWS, ROWS_BACK] = [PAGE_OF("$1"), PAGE_OF("$1", "$2", "seq DESC")];
const INPUT =
  "SELECT m.body FROM unnest($1::bigint[]) WITH ORDINALITY AS l (id, n) JOIN messages AS m ON m.id = l.id ORDER BY l.n";

/** Left out: the newest run, from its beginning on. */
const LEFT_OUT = "coalesce($2::bigint, t.run_seq - 1)";
const NEWS = `SELECT t.id AS thread, page.* FROM threads AS t LEFT JOIN LATERAL (${PAGE_OF("t.id", LEFT_OUT)}) AS page ON true
  WHERE t.channel = $1 AND t.chat_id = $6 ORDER BY page.seq`;

/** What a follower looks for, in one statement: at most a page of it. */
export async function readNews(database: Database, { channel, chatId }: Conversation, after?: number): Promise<News> {
  const range = [after ?? null, Number.MAX_SAFE_INTEGER, PAGE.events, PAGE.bytes] as const;
  const rows = await database.all(NEWS, channel, ...range, chatId);
  const page = rows.filter(({ seq }) => seq !== null);
  const [first] = rows;
  const thread = first === undefined ? undefined : numberOf(first, "thread");
  return { thread, events: eventsIn(database, page), isCut: isCut(page) };
}

/** The events of a range, a page at a time, so that a long journal is never in memory as a whole. */
export function readEvents(database: Reading, range: EventRange): AsyncGenerator<JournalEvent> {
  return eventsIn(database, readRows(database, range));
}

async function* eventsIn(database: Reading, rows: Iterable<Row> | AsyncIterable<Row>): AsyncGenerator<JournalEvent> {
  for await (const row of rows) {
    const event = eventIn(row);
    const ids = idsIn(row);
    if (event.type !== "run_start" || ids === undefined) yield event;
    else yield { ...event, data: { ...event.data, input: await messagesOf(database, ids) } };
  }
}

/** The events of a range. A run that began with a long history costs no more than one that began with a short one. */
export async function* readExcerpt(database: Database, range: EventRange): AsyncGenerator<ExcerptEvent> {
  for await (const row of readRows(database, range)) {
    const event = eventIn(row);
    const size = textOf(row, "body").length;
    const ids = idsIn(row);
    if (event.type !== "run_start" || ids === undefined) yield { event, size };
    else {
      const { said, characters } = await lastSaid(database, ids);
      const shown: JournalEvent = { ...event, data: { ...event.data, input: said } };
      yield { event: shown, messages: ids.length, size: size + characters };
    }
  }
}

async function* readRows(
  database: Reading,
  { thread, after, before = Number.MAX_SAFE_INTEGER, newestFirst = false }: EventRange,
): AsyncGenerator<Row> {
  let [first, end] = [after, before];
  for (;;) {
    const page = await database.all(newestFirst ? ROWS_BACK : ROWS, thread, first, end, PAGE.events, PAGE.bytes);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    if (newestFirst) end = numberOf(last, "seq");
    else first = numberOf(last, "seq");
  }
}

function isCut(page: readonly Row[]): boolean {
  const last = page.at(-1);
  return last !== undefined && (page.length === PAGE.events || numberOf(last, "bytes") >= PAGE.bytes);
}

/** The driver gives numbers of 64 bits inside lists as text. */
export function idsIn({ input }: Row): readonly number[] | undefined {
  return Array.isArray(input) ? input.map(Number) : undefined;
}

/** The messages of a history. */
export async function messagesOf(database: Reading, ids: readonly number[]): Promise<readonly Message[]> {
  return (await messages(database, ids)).map(({ message }) => message);
}

async function messages(
  database: Reading,
  ids: readonly number[],
): Promise<{ readonly message: Message; readonly characters: number }[]> {
  if (ids.length === 0) return [];
  const rows = await database.all(INPUT, ids);
  return rows.map((row) => {
    const body = textOf(row, "body");
    const message: Message = JSON.parse(body);
    return { message, characters: body.length };
  });
}

/** The user's messages that nothing follows. */
async function lastSaid(
  database: Database,
  ids: readonly number[],
): Promise<{ readonly said: readonly Message[]; readonly characters: number }> {
  const newest = await messages(database, ids.slice(-MAX_SAID));
  const said = newest.slice(newest.findLastIndex(({ message: { role } }) => role !== "user") + 1);
  return {
    said: said.map(({ message }) => message),
    characters: said.reduce((sum, { characters }) => sum + characters, 0),
  };
}
