import type { Conversation } from "@toolwright/core";
import type { Rating, RatingRange, Ratings, StoredRating } from "../../port/ratings.ts";
import { checkRange, listed } from "../../rules/check-ranges.ts";
import { checkedRating, ratingOf } from "../../rules/ratings/rating-row.ts";
import type { StoreCore } from "../store-core.ts";

const SET = `UPDATE runs SET thumb = ?, note = ?, rated_at = ?
  WHERE run_id = ? AND thread = (SELECT id FROM threads WHERE channel = ? AND chat_id = ?)`;
const LIST = `SELECT t.channel, t.chat_id, r.run_id, r.thumb, r.note, r.rated_at
  FROM runs AS r JOIN threads AS t ON t.id = r.thread
  WHERE r.thumb IS NOT NULL AND (?1 IS NULL OR (t.channel = ?1 AND t.chat_id = ?2))
  ORDER BY r.rated_at DESC, r.thread DESC, r.seq DESC LIMIT ?3`;

/** {@link Ratings} in SQLite, answered at once. */
export class SqliteRatings implements Ratings {
  readonly #store: StoreCore;

  constructor(store: StoreCore) {
    this.#store = store;
  }

  set({ channel, chatId }: Conversation, runId: string, rating: Rating | undefined): boolean {
    const { database, now } = this.#store;
    const { thumb = null, note = null } = rating === undefined ? {} : checkedRating(rating);
    const time = thumb === null ? null : now();
    return database.transaction(() => database.run(SET, thumb, note, time, runId, channel, chatId)) === 1;
  }

  list(range: RatingRange = {}): StoredRating[] {
    checkRange("ratings.list", range);
    const { conversation, limit = 100 } = range;
    const { channel = null, chatId = null } = conversation ?? {};
    return this.#store.database.all(LIST, channel, chatId, listed(limit)).map(ratingOf);
  }
}
