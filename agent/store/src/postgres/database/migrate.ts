import { StoreError } from "../../port/store-error.ts";
import { numberOf } from "../../rules/rows/row.ts";
import { Database, type Statements } from "./database.ts";
import { MIGRATIONS } from "./schema.ts";

/** Locks of this package, among all advisory locks of a database: "Tlwr". */
const LOCKS = 0x546c7772;

/** How long a statement of a migration may take, in milliseconds: a large table is written anew in hours. */
const MIGRATION_MS = 24 * 60 * 60 * 1000;

/**
 * Brings a schema of a database to the newest version, whole or not at all; makes it where it is missing. Several
 * processes may do so at once. Throws a `StoreError` for one that is newer, or somebody else's, and leaves it as it is.
 */
export async function migrate(database: Database, migrations: readonly string[] = MIGRATIONS): Promise<void> {
  const { schema, address } = database.options;
  const place = `${address.shown}, schema ${schema}`;
  if ((await versionOf(database)) === migrations.length) return;
  // The time of other statements would end it, and its wait for the process that migrates already.
  const patient = new Database({ ...database.options, connections: 1, statementTimeoutMs: MIGRATION_MS });
  const migrating = patient.transaction(async (statements) => {
    await statements.run("SELECT pg_advisory_xact_lock($1, hashtext($2))", LOCKS, schema);
    const version = await versionOf(statements);
    if (version === 0) await statements.run(`CREATE SCHEMA IF NOT EXISTS ${quoted(schema)}`);
    for (const step of migrations.slice(version)) for (const sql of statementsIn(step)) await statements.run(sql);
    await statements.run("UPDATE store_version SET version = $1", migrations.length);
  });
  await migrating.finally(() => patient.close());

  async function versionOf(statements: Statements): Promise<number> {
    const sql = `SELECT count(*)::int AS tables, count(*) FILTER (WHERE relname = 'store_version')::int AS ours
      FROM pg_class WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1) AND relkind = 'r'`;
    const found = (await statements.first(sql, schema)) ?? {};
    if (numberOf(found, "tables") === 0) return 0;
    if (numberOf(found, "ours") === 0) {
      throw new StoreError("foreign_database", `The schema belongs to another program, and was left alone: ${place}.`);
    }
    const version = numberOf((await statements.first("SELECT version FROM store_version")) ?? {}, "version");
    if (version <= migrations.length) return version;
    const message = `The database has version ${version} of the schema, this program knows ${migrations.length}: ${place}.`;
    throw new StoreError("newer_schema", message);
  }
}

/** A name as it may stand in a statement: where a schema is made, nothing else can. */
function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The statements of a migration, which are parted by a line of two dashes: a prepared one is one. */
function statementsIn(migration: string): string[] {
  return migration
    .split(/^\s*--\s*$/m)
    .map((sql) => sql.trim())
    .filter((sql) => sql !== "");
}
