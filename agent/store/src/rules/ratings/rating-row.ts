import { checkOptions, type OptionRule, oneOf, present } from "@toolwright/core/internal";
import type { Rating, StoredRating } from "../../port/ratings.ts";
import { StoreError } from "../../port/store-error.ts";
import { numberOf, optionalText, type Row, textOf } from "../rows/row.ts";
import { namesIn } from "../threads/thread.ts";

/** UTF-16 units. */
const MAX_NOTE = 2_000;

const aNote: OptionRule = { form: "a text", fits: (value) => value === undefined || typeof value === "string" };

/**
 * A rating as every store keeps it: a blank note is none. Throws a `TypeError` for what is no rating, and `too_large`.
 */
export function checkedRating(rating: Rating): { readonly thumb: Rating["thumb"]; readonly note: string | null } {
  const rules = { thumb: oneOf("up", "down"), note: aNote };
  checkOptions<Rating>(rating, { of: "ratings.set", rules, needed: ["thumb"] });
  const { thumb, note = "" } = rating;
  if (note.length > MAX_NOTE) throw new StoreError("too_large", `A note takes ${MAX_NOTE} characters at most.`);
  return { thumb, note: note.trim() === "" ? null : note.toWellFormed() };
}

/** A rating from its row. */
export function ratingOf(row: Row): StoredRating {
  return {
    conversation: namesIn(row),
    runId: textOf(row, "run_id"),
    thumb: row.thumb === "up" ? "up" : "down",
    ...present({ note: optionalText(row, "note") }),
    time: numberOf(row, "rated_at"),
  };
}
