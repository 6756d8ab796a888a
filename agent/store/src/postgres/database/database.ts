import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { StoreError } from "../../port/store-error.ts";
import { ARCHIVED_NOTICE } from "./add-thread.sql.ts";
import type { Address } from "./address.ts";
import { type Fate, failureOf, fateOf } from "./failure.ts";
import type { Driver } from "./load-driver.ts";
import { givenRow, storedText } from "./stored-text.ts";

/** One row as PostgreSQL gives it. */
export type Row = Readonly<Record<string, unknown>>;

/** What stands for `$1` and so on. A list becomes an array of PostgreSQL. */
export type Value = string | number | boolean | null | Uint8Array | readonly (string | number | boolean | null)[];

export interface DatabaseOptions {
  readonly driver: Driver;
  readonly address: Address;
  /** Of this store's tables. */
  readonly schema: string;
  /** Connections at most. */
  readonly connections: number;
  /** How long to wait for a connection, in milliseconds. */
  readonly connectTimeoutMs: number;
  /** How long one statement may take, in milliseconds. */
  readonly statementTimeoutMs: number;
  /** How long to try again while the server is away, in milliseconds. */
  readonly retryMs: number;
}

/** Statements of one transaction, or of none. */
export interface Statements {
  all(sql: string, ...values: Value[]): Promise<Row[]>;
  first(sql: string, ...values: Value[]): Promise<Row | undefined>;
  /** How many rows it changed. */
  run(sql: string, ...values: Value[]): Promise<number>;
}

/** What came of one try. */
type Tried<T> = { readonly result: T } | { readonly thrown: unknown; readonly fate: Fate };

/** Milliseconds before the first further try, and at most. */
const PAUSE = { first: 20, most: 500 };

/** How long a probe tries again, in milliseconds: a connection that has just broken says nothing of the server. */
const PROBE_MS = 500;

/** How long an answer may take beside its statement, in milliseconds. */
const SILENCE_MS = 1_000;

/** What is set once for each connection: `$1` is the schema, `$2` the milliseconds for a statement. */
const SET_UP = `SELECT set_config('search_path', quote_ident($1) || ', pg_catalog', false),
  set_config('statement_timeout', $2, false), set_config('idle_in_transaction_session_timeout', $2, false),
  set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on'
    ELSE current_setting('synchronous_commit') END, false)`;

/**
 * A pool of connections. What fails because the server is away or restarts is tried again for a while: everything that
 * is done here may be done twice, and whoever must know is told that it may have been done. Every failure is a
 * `StoreError`.
 */
export class Database implements Statements {
  readonly #options: DatabaseOptions;
  readonly #pool: pg.Pool;
  readonly #names = new Map<string, string>();
  #isClosed = false;
  /** Told how many threads the database has archived to make room. */
  onArchived: (count: number) => void = () => undefined;

  constructor(options: DatabaseOptions) {
    this.#options = options;
    const { driver, connections, connectTimeoutMs, schema, statementTimeoutMs } = options;
    this.#pool = new driver.Pool({
      ...clientConfig(options),
      max: connections,
      connectionTimeoutMillis: connectTimeoutMs,
      // The server ends what takes too long; where no word of it comes, the connection was cut without one.
      query_timeout: statementTimeoutMs + SILENCE_MS,
      idleTimeoutMillis: 30_000,
      // A program that has nothing else to do may end.
      allowExitOnIdle: true,
      // Before anybody gets it: a connection without it would look for its tables elsewhere.
      async onConnect(client) {
        await client.query(SET_UP, [schema, String(statementTimeoutMs)]);
      },
    });
    // A connection that breaks while nobody uses it is replaced by the pool.
    this.#pool.on("error", () => undefined);
    this.#pool.on("connect", (client) => {
      client.on("notice", ({ message = "" }) => {
        if (message.startsWith(ARCHIVED_NOTICE)) this.onArchived(Number(message.slice(ARCHIVED_NOTICE.length)));
      });
    });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get options(): DatabaseOptions {
    return this.#options;
  }

  all(sql: string, ...values: Value[]): Promise<Row[]> {
    return this.attempt(({ all }) => all(sql, ...values));
  }

  first(sql: string, ...values: Value[]): Promise<Row | undefined> {
    return this.attempt(({ first }) => first(sql, ...values));
  }

  run(sql: string, ...values: Value[]): Promise<number> {
    return this.attempt(({ run }) => run(sql, ...values));
  }

  /** All of the work or none of it, on disk when this resolves. `isAgain`: it may have been done before. */
  transaction<T>(work: (statements: Statements, isAgain: boolean) => Promise<T>): Promise<T> {
    return this.attempt(async (statements, isAgain) => {
      await statements.run("BEGIN");
      try {
        const result = await work(statements, isAgain);
        await statements.run("COMMIT");
        return result;
      } catch (error) {
        await statements.run("ROLLBACK").catch(() => undefined);
        throw error;
      }
    });
  }

  /** Whether the server is there now: soon after it has gone, this rejects. */
  async probe(sql: string): Promise<void> {
    await this.attempt(({ run }) => run(sql), Math.min(this.#options.retryMs, PROBE_MS));
  }

  /** Does the work on one connection. `isAgain`: it may have been done before, on a connection that was lost. */
  async attempt<T>(
    work: (statements: Statements, isAgain: boolean) => Promise<T>,
    retryMs = this.#options.retryMs,
  ): Promise<T> {
    const until = performance.now() + retryMs;
    let isAgain = false;
    for (let waitMs = PAUSE.first; ; waitMs = Math.min(waitMs * 2, PAUSE.most)) {
      if (this.#isClosed) throw closedError();
      const done: Tried<T> = await this.#once(work, isAgain);
      if ("result" in done) return done.result;
      if (done.fate === "refused" || performance.now() > until) throw failureOf(done.thrown, this.#options.address);
      isAgain ||= done.fate === "unknown";
      await pause(waitMs);
    }
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#pool.end();
  }

  async #once<T>(work: (statements: Statements, isAgain: boolean) => Promise<T>, isAgain: boolean): Promise<Tried<T>> {
    let client: pg.PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (thrown) {
      // Nothing was sent.
      return { thrown, fate: fateOf(thrown) === "refused" ? "refused" : "undone" };
    }
    // One that breaks in our hands says so to whoever waits for its answer.
    const ignore = (): void => undefined;
    client.on("error", ignore);
    try {
      const result = await work(this.#statementsOf(client), isAgain);
      client.off("error", ignore);
      client.release();
      return { result };
    } catch (thrown) {
      const fate = fateOf(thrown);
      client.off("error", ignore);
      client.release(fate === "unknown");
      return { thrown, fate };
    }
  }

  #statementsOf(client: pg.PoolClient): Statements {
    const ask = (text: string, values: readonly Value[]) =>
      client.query({ name: this.#nameOf(text), text, values: values.map(asSent) });
    return {
      all: async (sql, ...values) => (await ask(sql, values)).rows.map(givenRow),
      first: async (sql, ...values) => {
        const [row] = (await ask(sql, values)).rows;
        return row === undefined ? undefined : givenRow(row);
      },
      run: async (sql, ...values) => (await ask(sql, values)).rowCount ?? 0,
    };
  }

  /** A statement is prepared once for each connection, under its name. */
  #nameOf(text: string): string {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const name = `toolwright_${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}

/**
 * How every connection of a store is made. Numbers of 64 bits are small enough here: counts, bytes and milliseconds.
 */
export function clientConfig({ driver, address, connectTimeoutMs }: DatabaseOptions): pg.ClientConfig {
  return {
    connectionString: address.url,
    application_name: "toolwright",
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    types: { getTypeParser: (oid, format) => parserOf({ driver, oid, format }) },
  };
}

function closedError(): StoreError {
  return new StoreError("closed", "The store is closed.");
}

const INT8 = 20;

interface Column {
  readonly driver: Driver;
  readonly oid: number;
  readonly format: "text" | "binary" | undefined;
}

function parserOf({ driver, oid, format }: Column): (value: string) => unknown {
  return oid === INT8 && format !== "binary" ? Number : driver.types.getTypeParser(oid, format);
}

function asSent(value: Value): unknown {
  if (typeof value === "string") return storedText(value);
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return Array.isArray(value) ? value.map(asSent) : value;
}
