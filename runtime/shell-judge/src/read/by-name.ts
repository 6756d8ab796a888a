/** A table whose keys are names with blanks between them, by each of the names. */
export function byName<T>(table: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(table).flatMap(([names, value]) => names.split(" ").map((name) => [name, value])));
}
