import { chmodSync, closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import type { AnswerFate, DurableTurn, Json } from "@toolwright/core";
import { numberOf, type Row, textOf } from "../rules/rows/row.ts";
import { Database } from "../sqlite/database/database.ts";
import { useLog } from "../sqlite/database/open-database.ts";
import { sqliteModule } from "../sqlite/database/sqlite-module.ts";

/** A turn that this process may work on: nobody else does, and nobody else can write to it. */
export interface HeldTurn {
  readonly turn: DurableTurn;
  /** Counts attempts: what fences writers. */
  readonly attempt: number;
}

/** How long a write waits for another process, in milliseconds. */
const BUSY_MS = 5_000;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS turns (number INTEGER PRIMARY KEY, run_id TEXT NOT NULL UNIQUE, channel TEXT NOT NULL,
    chat_id TEXT NOT NULL, input TEXT NOT NULL, result TEXT, attempt INTEGER NOT NULL DEFAULT 0,
    held_until INTEGER NOT NULL DEFAULT 0, cancelled INTEGER NOT NULL DEFAULT 0) STRICT;
  CREATE INDEX IF NOT EXISTS open_turns ON turns (channel, chat_id, number) WHERE result IS NULL;
  CREATE TABLE IF NOT EXISTS steps (run_id TEXT NOT NULL, key TEXT NOT NULL, value TEXT,
    PRIMARY KEY (run_id, key)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS decisions (address TEXT PRIMARY KEY, until INTEGER, answer TEXT) STRICT, WITHOUT ROWID;
`;

/** The oldest open turn of each conversation, where nobody holds it. */
const FREE = `SELECT run_id FROM turns AS one WHERE result IS NULL AND held_until < ?1 AND NOT EXISTS (SELECT 1 FROM turns
  AS earlier WHERE earlier.result IS NULL AND earlier.channel = one.channel AND earlier.chat_id = one.chat_id
  AND earlier.number < one.number) ORDER BY number LIMIT 1`;

/** What a local engine keeps, in one SQLite file that several processes share. */
export class TurnTables {
  readonly #database: Database;

  constructor(file: string) {
    const { DatabaseSync } = sqliteModule();
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, "a", 0o600));
    chmodSync(file, 0o600);
    this.#database = new Database(new DatabaseSync(file), { file });
    this.#database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    useLog(this.#database, BUSY_MS);
    this.#database.exec("PRAGMA synchronous = FULL");
    this.#database.exec(SCHEMA);
  }

  /** False for a known turn with another input. */
  add({ runId, conversation: { channel, chatId }, input }: DurableTurn): boolean {
    const given = JSON.stringify([channel, chatId, input]);
    return this.#database.transaction(() => {
      const sql = "INSERT OR IGNORE INTO turns (run_id, channel, chat_id, input) VALUES (?, ?, ?, ?)";
      this.#database.run(sql, runId, channel, chatId, JSON.stringify(input));
      const known = this.#turn(runId);
      if (known === undefined) return false;
      const { conversation, input: earlier } = known.turn;
      return given === JSON.stringify([conversation.channel, conversation.chatId, earlier]);
    });
  }

  /** Takes a turn that nobody works on; undefined where there is none. */
  take(heldMs: number): HeldTurn | undefined {
    const now = Date.now();
    if (this.#database.first(FREE, now) === undefined) return undefined;
    return this.#database.transaction(() => {
      const sql = `UPDATE turns SET attempt = attempt + 1, held_until = ?2 WHERE run_id = (${FREE}) RETURNING *`;
      const row = this.#database.first(sql, now, now + heldMs);
      return row && heldOf(row);
    });
  }

  /** Holds it until then; false where somebody else has taken it, or it has ended. */
  hold({ turn, attempt }: HeldTurn, until: number): boolean {
    const sql = "UPDATE turns SET held_until = ? WHERE run_id = ? AND attempt = ? AND result IS NULL";
    return this.#database.run(sql, until, turn.runId, attempt) === 1;
  }

  /** False where somebody else has taken the turn. */
  end({ turn, attempt }: HeldTurn, result: Json): boolean {
    const sql = "UPDATE turns SET result = ? WHERE run_id = ? AND attempt = ? AND result IS NULL";
    return this.#database.run(sql, JSON.stringify(result), turn.runId, attempt) === 1;
  }

  /** `undefined`: not begun. A begun step has `value: undefined`. */
  step(runId: string, key: string): { readonly value: Json | undefined } | undefined {
    const row = this.#database.first("SELECT value FROM steps WHERE run_id = ? AND key = ?", runId, key);
    return row && { value: typeof row.value === "string" ? JSON.parse(row.value) : undefined };
  }

  /** Keeps that a step has begun, or what it came to; false where somebody else has taken the turn. */
  keep({ turn, attempt }: HeldTurn, key: string, value?: Json): boolean {
    const text = value === undefined ? null : JSON.stringify(value);
    const sql = `INSERT INTO steps SELECT ?1, ?2, ?3 FROM turns WHERE run_id = ?1 AND attempt = ?4
      ON CONFLICT DO UPDATE SET value = coalesce(excluded.value, value)`;
    return this.#database.run(sql, turn.runId, key, text, attempt) === 1;
  }

  open(address: string, until: number | undefined): void {
    this.#database.run("INSERT OR IGNORE INTO decisions (address, until) VALUES (?, ?)", address, until ?? null);
  }

  /** `undefined` while there is none. */
  answer(address: string): { readonly value: Json } | "expired" | undefined {
    this.#expire(address);
    const row = this.#database.first("SELECT answer FROM decisions WHERE address = ?", address);
    return typeof row?.answer === "string" ? JSON.parse(row.answer) : undefined;
  }

  decide(address: string, value: Json): AnswerFate {
    this.#expire(address);
    const sql = "UPDATE decisions SET answer = ? WHERE address = ? AND answer IS NULL";
    if (this.#database.run(sql, JSON.stringify({ value }), address) === 1) return "taken";
    return this.#database.first("SELECT 1 FROM decisions WHERE address = ?", address) ? "too_late" : "unknown";
  }

  cancel(runId: string): void {
    this.#database.run("UPDATE turns SET cancelled = 1 WHERE run_id = ? AND result IS NULL", runId);
  }

  isCancelled(runId: string): boolean {
    return this.#database.first("SELECT 1 FROM turns WHERE run_id = ? AND cancelled = 1", runId) !== undefined;
  }

  /** `unknown` where there is no such turn, undefined while it is open. */
  result(runId: string): { readonly value: Json } | "unknown" | undefined {
    const row = this.#database.first("SELECT result FROM turns WHERE run_id = ?", runId);
    if (row === undefined) return "unknown";
    return typeof row.result === "string" ? { value: JSON.parse(row.result) } : undefined;
  }

  close(): void {
    this.#database.close();
  }

  #expire(address: string): void {
    const sql = "UPDATE decisions SET answer = '\"expired\"' WHERE address = ? AND answer IS NULL AND until <= ?";
    this.#database.run(sql, address, Date.now());
  }

  #turn(runId: string): HeldTurn | undefined {
    const row = this.#database.first("SELECT * FROM turns WHERE run_id = ?", runId);
    return row && heldOf(row);
  }
}

function heldOf(row: Row): HeldTurn {
  const conversation = { channel: textOf(row, "channel"), chatId: textOf(row, "chat_id") };
  const turn = { runId: textOf(row, "run_id"), conversation, input: JSON.parse(textOf(row, "input")) };
  return { turn, attempt: numberOf(row, "attempt") };
}
