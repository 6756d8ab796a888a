import zlib from "node:zlib";
import { StoreError } from "../../port/store-error.ts";

/** One row as SQLite gives it. */
export type Row = Readonly<Record<string, unknown>>;

/** A column that holds text. Throws `corrupt` for anything else. */
export function textOf(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== "string") throw damaged(`column ${column} holds no text`);
  return value;
}

/** A column that holds a number. Throws `corrupt` for anything else. */
export function numberOf(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== "number") throw damaged(`column ${column} holds no number`);
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

/** A value that was stored as JSON. Throws `corrupt` for what is none: nothing else was ever stored there. */
export function storedJson<T>(text: string): T {
  try {
    const value: T = JSON.parse(text);
    return value;
  } catch (cause) {
    throw damaged("what was stored as JSON is none", cause);
  }
}

/**
 * What is kept beside a text, so that damage in it is found when it is read; `before` is that of texts which belong
 * before it.
 */
export function sumOf(text: string, before = 0): number {
  return zlib.crc32(text, before);
}

/**
 * Throws `corrupt` where a text is another one than was stored. What was stored without a sum, by an earlier version,
 * passes.
 */
export function assertSum(text: string, sum: unknown): void {
  if (typeof sum === "number" && sum !== sumOf(text)) throw damaged("a text is not the one that was stored");
}

export function damaged(what: string, cause?: unknown): StoreError {
  return new StoreError("corrupt", `The database is damaged: ${what}.`, { cause });
}
