import { ADD_THREAD } from "./add-thread.sql.ts";
import { APPEND_EVENTS, END_APPEND } from "./append-events.sql.ts";
import { replaced } from "./remove-threads.sql.ts";
import { DEATHS } from "./schema-deaths.ts";
import { FORK_THREAD, FORKS } from "./schema-forks.ts";
import { FUNCTIONS } from "./schema-functions.ts";
import { ACCEPTED, OWNERS } from "./schema-owners.ts";
import { SEARCH } from "./schema-search.ts";
import { SEARCH_PARTS } from "./schema-search-parts.ts";
import { STEERS } from "./schema-steers.ts";
import { TABLES } from "./schema-tables.ts";

/** What people think of answers. */
const RATINGS = `
  ALTER TABLE runs ADD COLUMN thumb text CHECK (thumb IN ('up', 'down')), ADD COLUMN note text, ADD COLUMN rated_at bigint
  --
  CREATE INDEX runs_rated ON runs (rated_at) WHERE thumb IS NOT NULL
`;

/**
 * What only some providers say of their tokens. A server of an earlier version goes on with the earlier form of the
 * function.
 */
const SAID_TOKENS = ["runs", "ai_invocation_summaries"]
  .map(
    (table) => `ALTER TABLE ${table} ADD COLUMN cached_input_tokens bigint, ADD COLUMN cache_write_tokens bigint,
    ADD COLUMN reasoning_tokens bigint`,
  )
  .join("\n--\n");

/** What a thread was begun with, by which a client finds it that repeats what was said. NULL: not read yet. */
const FIRST_SAID = `
  ALTER TABLE threads ADD COLUMN first_said text COLLATE "C"
  --
  CREATE INDEX threads_by_first_said ON threads (channel, first_said, touched)
  --
  CREATE INDEX threads_not_read ON threads (channel) WHERE first_said IS NULL AND run_seq > 0
  --
  ${[END_APPEND, APPEND_EVENTS, FORK_THREAD].map(replaced).join("\n  --\n  ")}
`;

/** What a run was asked for with, so that the same request begins no other one. */
const REQUESTS = `
  ALTER TABLE runs ADD COLUMN request_key text COLLATE "C", ADD COLUMN request_hash text
  --
  CREATE INDEX runs_by_request ON runs (request_key) WHERE request_key IS NOT NULL
  --
  ${replaced(APPEND_EVENTS)}
`;

/**
 * Each brings the schema from the version of its index to the next one; its statements are parted by lines of two
 * dashes. Never take away one that was released: add one. A function that was mended since is made in its newest form
 * by all that make it, and the last of them puts that form in the place of an earlier one.
 */
export const MIGRATIONS: readonly string[] = [
  `${TABLES}--\n${FUNCTIONS}`,
  FORKS,
  replaced(APPEND_EVENTS),
  SEARCH,
  STEERS,
  replaced(FORK_THREAD),
  replaced(FORK_THREAD),
  `${RATINGS}--\n${replaced(FORK_THREAD)}`,
  "ALTER TABLE approvals ADD COLUMN also text",
  "ALTER TABLE store_version ADD COLUMN identity text NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', '')",
  replaced(ADD_THREAD),
  `${SAID_TOKENS}\n--\n${replaced(APPEND_EVENTS)}`,
  FIRST_SAID,
  DEATHS,
  REQUESTS,
  SEARCH_PARTS,
  // After which event a run was left to wait for people in no process: void once there is another event.
  "ALTER TABLE open_runs ADD COLUMN parked_seq bigint",
  OWNERS,
  ACCEPTED,
  // How many more calls of a program an answer allowed.
  "ALTER TABLE accepted_answers ADD COLUMN more integer",
  replaced(APPEND_EVENTS),
];
