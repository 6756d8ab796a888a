const COLUMN_ADDED = /^\s*ALTER TABLE (\w+) ADD COLUMN (.+);$/gm;

/** A table, its columns, and what holds for several of them. */
const TABLE_MADE = /CREATE TABLE (\w+) \((.+?)(,\s+(?:PRIMARY KEY|UNIQUE) \(.+?)?\)( STRICT(?:, WITHOUT ROWID)?;)/gs;

/**
 * The migrations of a database that does not exist yet, as one, in which tables are made with the columns that later
 * ones add: SQLite looks at its whole schema for each column that is added, which was three quarters of the time in
 * which a store was made.
 */
export function inOneGo(migrations: readonly string[]): string {
  const steps = migrations.join(";\n");
  const added = new Map<string, string>();
  for (const [, table = "", column = ""] of steps.matchAll(COLUMN_ADDED))
    added.set(table, `${added.get(table) ?? ""}, ${column}`);
  const whole = new Set<string>();
  const made = steps.replace(TABLE_MADE, (step, table: string, columns: string, rules = "", end: string) => {
    // A row without names of columns has a value for each that the table had when it was written.
    if (steps.includes(`INSERT INTO ${table} VALUES`)) return step;
    whole.add(table);
    return `CREATE TABLE ${table} (${columns}${added.get(table) ?? ""}${rules})${end}`;
  });
  return made.replace(COLUMN_ADDED, (step, table: string) => (whole.has(table) ? "" : step));
}
