import { existsSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { StoreError } from "../../port/store-error.ts";
import { openRaw } from "./raw-store.ts";
import { asStoreError } from "./whole-file.ts";

/** What a check has looked at, and what it found. */
export interface StoreCheck {
  /** A sentence each, at most 100; none where nothing is wrong. */
  readonly findings: readonly string[];
  readonly threads: number;
  readonly events: number;
  /** Of the database. */
  readonly bytes: number;
}

const MOST = 100;

/** Columns that hold JSON. */
const JSON_COLUMNS = [
  ["events", "body"],
  ["events", "input"],
  ["messages", "body"],
  ["threads", "settings"],
  ["approvals", "arguments"],
  ["approvals", "decision"],
  ["approvals", "also"],
  ["open_runs", "deaths"],
  ["ai_invocation_summaries", "tool_calls"],
] as const;

/**
 * What must hold between tables: a sentence, a statement that gives a row for each place where it does not, and the
 * first schema with those.
 */
const RULES: readonly (readonly [finding: string, sql: string, since?: number])[] = [
  [
    "an event says another number than its row",
    "SELECT thread, seq FROM events WHERE json_valid(body) AND body ->> '$.seq' IS NOT seq",
  ],
  [
    "a thread does not end with its last event",
    `SELECT id FROM threads AS t WHERE last_seq <> (SELECT coalesce(max(seq), 0) FROM events WHERE thread = t.id)`,
  ],
  [
    "a run begins at an event that is not there",
    "SELECT thread, seq FROM runs AS r WHERE NOT EXISTS (SELECT 1 FROM events WHERE thread = r.thread AND seq = r.seq)",
    2,
  ],
  [
    "a run begins with a message that is not there",
    `SELECT thread, seq FROM events AS e, json_each(e.input) AS listed WHERE e.input IS NOT NULL AND json_valid(e.input)
      AND NOT EXISTS (SELECT 1 FROM messages WHERE id = listed.value AND thread = e.thread)`,
  ],
  [
    "the kept outputs are not as large as their sum says",
    "SELECT bytes FROM output_total WHERE bytes <> (SELECT total(bytes + 256) FROM outputs)",
  ],
];

/**
 * Reads a whole store, or a backup, and says what is wrong with it: pages, indexes, rows that name others, JSON, and
 * what must hold between them. Changes nothing, and may be asked while servers write. Throws a `StoreError` for a file
 * that is none, and `io` where there is none.
 */
export function checkStore(file: string): StoreCheck {
  if (!existsSync(file)) throw new StoreError("io", `There is no store at ${file}.`);
  const bytes = statSync(file).size;
  try {
    const { sqlite, version, close } = openRaw(file);
    try {
      return { ...checked(sqlite, version), bytes };
    } finally {
      close();
    }
  } catch (thrown) {
    const failure = asStoreError(thrown, file);
    if (!isDamage(failure)) throw failure;
    return { findings: [failure.message], threads: 0, events: 0, bytes };
  }
}

function isDamage(failure: unknown): failure is StoreError {
  return StoreError.isInstance(failure) && (failure.code === "corrupt" || failure.code === "not_a_database");
}

function checked(sqlite: DatabaseSync, version: number): Omit<StoreCheck, "bytes"> {
  // One moment for all of it.
  sqlite.exec("BEGIN");
  const findings: string[] = [];
  for (const find of [pages, references, json, rules]) {
    if (findings.length < MOST) findings.push(...found(() => find(sqlite, version)));
  }
  const count = (table: string) => Number(sqlite.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);
  const [counted] = [found(() => [String(count("threads")), String(count("events"))])];
  sqlite.exec("ROLLBACK");
  const [threads = "0", events = "0"] = counted;
  return { findings: findings.slice(0, MOST), threads: Number(threads), events: Number(events) };
}

/** What cannot be read is a finding, too. */
function found(look: () => string[]): string[] {
  try {
    return look();
  } catch (thrown) {
    return [thrown instanceof Error ? thrown.message : String(thrown)];
  }
}

function pages(sqlite: DatabaseSync): string[] {
  const rows = sqlite.prepare(`PRAGMA integrity_check(${MOST})`).all();
  return rows.map((row) => String(Object.values(row)[0])).filter((line) => line !== "ok");
}

function references(sqlite: DatabaseSync): string[] {
  const rows = sqlite.prepare("PRAGMA foreign_key_check").all();
  return rows
    .slice(0, MOST)
    .map(({ table, rowid, parent }) => `${table}: row ${rowid} names a row of ${parent} that is not there`);
}

function json(sqlite: DatabaseSync): string[] {
  return JSON_COLUMNS.flatMap(([table, column]) => {
    if (sqlite.prepare("SELECT 1 FROM pragma_table_info(?) WHERE name = ?").get(table, column) === undefined) return [];
    const sql = `SELECT count(*) AS n FROM ${table} WHERE ${column} IS NOT NULL AND ${column} <> '' AND NOT json_valid(${column})`;
    const count = Number(sqlite.prepare(sql).get()?.n);
    return count === 0 ? [] : [`${table}: ${column} is no JSON in ${count} rows`];
  });
}

function rules(sqlite: DatabaseSync, version: number): string[] {
  return RULES.flatMap(([finding, sql, since = 1]) => {
    if (version < since) return [];
    const rows = sqlite.prepare(`${sql} LIMIT 10`).all();
    return rows.map(
      (row) =>
        `${finding} (${Object.entries(row)
          .map(([name, value]) => `${name} ${value}`)
          .join(", ")})`,
    );
  });
}
