import { APPEND_EVENTS } from "./append-events.sql.ts";
import { FORKS } from "./schema-forks.ts";
import { FUNCTIONS } from "./schema-functions.ts";
import { TABLES } from "./schema-tables.ts";

/**
 * The last one puts the newest form of how events are stored in the place of an earlier one. Each brings the schema from the version of its index to the next one; its statements are parted by lines of two dashes. Never
 * change one that was released: add one.
 */
export const MIGRATIONS: readonly string[] = [
  `${TABLES}--\n${FUNCTIONS}`,
  FORKS,
  APPEND_EVENTS.replace("CREATE", "CREATE OR REPLACE"),
];
