import type { Conversation } from "@toolwright/core";
import type { Rating, RatingRange, Ratings, StoredRating } from "../../port/ratings.ts";
import { checkRange, listed } from "../../rules/check-ranges.ts";
import { checkedRating, ratingOf } from "../../rules/ratings/rating-row.ts";
import { nameOf } from "../database/stored-text.ts";
import type { StoreCore } from "../store-core.ts";

const SET = `UPDATE runs SET thumb = $1::text, note = $2, rated_at = CASE WHEN $1::text IS NULL THEN NULL ELSE now_ms() END
  WHERE run_id = $3 AND thread = (SELECT id FROM threads WHERE channel = $4 AND chat_id = $5)`;
const LIST = `SELECT t.channel, t.chat_id, r.run_id, r.thumb, r.note, r.rated_at
  FROM runs AS r JOIN threads AS t ON t.id = r.thread
  WHERE r.thumb IS NOT NULL AND ($1::text IS NULL OR (t.channel = $1 AND t.chat_id = $2))
  ORDER BY r.rated_at DESC, r.thread DESC, r.seq DESC LIMIT $3`;

/** {@link Ratings} in PostgreSQL. */
export class PostgresRatings implements Ratings {
  readonly #store: StoreCore;

  constructor(store: StoreCore) {
    this.#store = store;
  }

  async set(conversation: Conversation, runId: string, rating: Rating | undefined): Promise<boolean> {
    const { thumb = null, note = null } = rating === undefined ? {} : checkedRating(rating);
    const values = [thumb, note, runId, ...nameOf(conversation)];
    return (await this.#store.database.run(SET, ...values)) === 1;
  }

  async list(range: RatingRange = {}): Promise<StoredRating[]> {
    checkRange("ratings.list", range);
    const { conversation, limit = 100 } = range;
    const named = conversation === undefined ? [null, null] : nameOf(conversation);
    const rows = await this.#store.database.all(LIST, ...named, listed(limit));
    return rows.map(ratingOf);
  }
}
