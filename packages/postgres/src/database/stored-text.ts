import type { Conversation } from "@toolwright/core";

/**
 * A name as PostgreSQL can keep it: its texts hold no NUL and no half of a pair, and two names must stay two. Almost all are
 * kept as they are.
 */
export function storedText(name: string): string {
  const isPlain = !name.startsWith("\\") && !name.includes("\0") && name.isWellFormed();
  return isPlain ? name : `\\${JSON.stringify(name)}`;
}

/** The name that {@link storedText} was given. */
export function givenText(stored: string): string {
  return stored.startsWith("\\") ? String(JSON.parse(stored.slice(1))) : stored;
}

/** A conversation as it is found by its name. */
export function nameOf({ channel, chatId }: Conversation): readonly [channel: string, chatId: string] {
  return [storedText(channel), storedText(chatId)];
}
