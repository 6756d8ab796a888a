import { readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { makeWhole } from "../upkeep/whole-file.ts";
import type { Database } from "./database.ts";
import { sqliteModule } from "./sqlite-module.ts";

/** Copies that stay: those of the newest schemas. */
const KEPT = 3;

/**
 * Copies a database before it is brought to another schema, beside it as `FILE.schema-N`, and removes the oldest of
 * such copies. Gives the path; undefined where another process has just done all that. Throws a `StoreError` where
 * there is no room for it: then nothing is migrated.
 */
export function copyBefore(database: Database, version: number): string | undefined {
  const copy = `${database.file}.schema-${version}`;
  const isMade = makeWhole(copy, (draft) => {
    database.run("VACUUM INTO ?", draft);
    return versionIn(draft) === version;
  });
  if (!isMade) return undefined;
  const prefix = `${basename(database.file)}.schema-`;
  const versions = readdirSync(dirname(copy))
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .map((name) => Number(name.slice(prefix.length)))
    .sort((one, other) => other - one);
  for (const old of versions.slice(KEPT)) rmSync(join(dirname(copy), `${prefix}${old}`), { force: true });
  return copy;
}

function versionIn(file: string): number {
  const sqlite = new (sqliteModule().DatabaseSync)(file);
  try {
    return Number(sqlite.prepare("PRAGMA user_version").get()?.user_version);
  } finally {
    sqlite.close();
  }
}
