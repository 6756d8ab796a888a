import { StoreError } from "../store-error.ts";
import type { Database } from "./database.ts";
import { numberOf } from "./row.ts";
import { APPLICATION_ID, MIGRATIONS } from "./schema.ts";

/**
 * Brings a database to the newest schema, whole or not at all; an empty file becomes one.
 * Throws a `StoreError` for a database that is newer, or somebody else's, and leaves it as it is.
 */
export function migrate(database: Database, migrations: readonly string[] = MIGRATIONS): void {
  if (versionOf(database) === migrations.length) return;
  database.transaction(() => {
    // Another process may have done it in the meantime.
    const version = versionOf(database);
    for (const step of migrations.slice(version)) database.exec(step);
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${migrations.length}`);
  });

  function versionOf({ file }: Database): number {
    // One statement, so that all three are of one moment: another process may just make the file ours.
    const row = database.first(`SELECT application_id AS owner, user_version AS version,
      (SELECT count(*) FROM sqlite_schema) AS tables FROM pragma_application_id, pragma_user_version`);
    const [owner = 0, version = 0, tables = 0] = ["owner", "version", "tables"].map((name) =>
      numberOf(row ?? {}, name),
    );
    if (owner === APPLICATION_ID ? version < 1 : owner !== 0 || version !== 0 || tables > 0) {
      throw new StoreError("foreign_database", `The database belongs to another program, and was left alone: ${file}.`);
    }
    if (version > migrations.length) {
      const message = `The database has schema ${version}, this version knows ${migrations.length}: ${file}.`;
      throw new StoreError("newer_schema", message);
    }
    return version;
  }
}
