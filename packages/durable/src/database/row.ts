/** One row as SQLite gives it. */
export type Row = Readonly<Record<string, unknown>>;

/** A column that holds text. Throws a `TypeError` for anything else. */
export function textOf(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== "string") throw new TypeError(`Column ${column} holds no text.`);
  return value;
}

/** A column that holds a number. Throws a `TypeError` for anything else. */
export function numberOf(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== "number") throw new TypeError(`Column ${column} holds no number.`);
  return value;
}

/** Undefined for NULL. */
export function optionalText(row: Row, column: string): string | undefined {
  return row[column] === null ? undefined : textOf(row, column);
}

/** Undefined for NULL. */
export function optionalNumber(row: Row, column: string): number | undefined {
  return row[column] === null ? undefined : numberOf(row, column);
}
