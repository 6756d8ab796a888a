import type { JsonObject } from "@toolwright/core";
import { StoreError } from "../../port/store-error.ts";

/** A list shows titles of this length, in characters. */
const MAX_TITLE = 200;
/** Characters of JSON. */
const MAX_SETTINGS = 64 * 1024;

/** A title in one line, cut where it is too long and never inside a character. */
export function cleanTitle(title: string): string {
  const line = title
    .slice(0, MAX_TITLE * 4)
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return [...line].slice(0, MAX_TITLE).join("").toWellFormed();
}

/** Settings as they are stored. Throws `too_large`. */
export function settingsText(settings: JsonObject): string {
  const text = JSON.stringify(settings);
  if (text.length <= MAX_SETTINGS) return text;
  throw new StoreError("too_large", `Settings take ${MAX_SETTINGS} characters at most.`);
}

/** How many threads a list has that asks for so many. */
export function shownAtOnce(limit: number): number {
  return Math.min(Math.max(1, Math.trunc(limit)), MAX_PAGE);
}

const MAX_PAGE = 200;

/** The number before which a page of a list goes on. Throws `bad_cursor`. */
export function listPlace(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new StoreError("bad_cursor", "The cursor is not one that a list of threads has given.");
}

/** Why a fork cannot be made: another thread has its name, or the run after which it would begin is open. */
export function forkRefused(why: string, chatId: string): StoreError {
  return why === "taken"
    ? new StoreError("conflict", `There is another thread of that name: ${chatId}.`)
    : new StoreError("conflict", "The run has not ended: fork before it, or when it has ended.");
}
