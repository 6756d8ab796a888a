import type { Conversation } from "@toolwright/core";
import type { Row } from "./database.ts";

/**
 * A text as PostgreSQL can keep it: its own hold no NUL and no half of a pair, and two names must stay two. Almost all
 * are kept as they are. Every statement is sent and answered through here.
 */
export function storedText(name: string): string {
  const isPlain = !name.startsWith("\\") && !name.includes("\0") && name.isWellFormed();
  return isPlain ? name : `\\${JSON.stringify(name)}`;
}

/** The text that {@link storedText} was given. */
export function givenText(stored: string): string {
  return stored.startsWith("\\") ? String(JSON.parse(stored.slice(1))) : stored;
}

/** A row with texts as they were given. */
export function givenRow(row: Row): Row {
  if (!Object.values(row).some(isWrapped)) return row;
  const given = Object.entries(row).map(([name, value]) => [name, isWrapped(value) ? givenText(value) : value]);
  return Object.fromEntries(given);
}

function isWrapped(value: unknown): value is string {
  return typeof value === "string" && value.startsWith("\\");
}

/** A conversation as statements take it. */
export function nameOf({ channel, chatId }: Conversation): readonly [channel: string, chatId: string] {
  return [channel, chatId];
}
