import { accessSync, constants, readdirSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

/**
 * The folder of `initdb` and `postgres`, on PATH or where Debian keeps them, the newest first; undefined where there
 * are none.
 */
export function findPostgres(): string | undefined {
  const onPath = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const folder = [...onPath, ...debianFolders()].find((one) => runs(one, "initdb") && runs(one, "postgres"));
  // What stands on PATH may be links; the other programs lie beside what they lead to.
  return folder && dirname(realpathSync(join(folder, "postgres")));
}

/** What a person reads once where the tests cannot run. */
export const NO_POSTGRES =
  "PostgreSQL is missing (no initdb on PATH or in /usr/lib/postgresql/*/bin): its tests are skipped.";

function debianFolders(): string[] {
  try {
    const versions = readdirSync("/usr/lib/postgresql").filter((name) => /^\d+$/.test(name));
    const newestFirst = versions.toSorted((one, other) => Number(other) - Number(one));
    return newestFirst.map((version) => join("/usr/lib/postgresql", version, "bin"));
  } catch {
    return [];
  }
}

function runs(folder: string, program: string): boolean {
  try {
    accessSync(join(folder, program), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
