import type { ChangeBell } from "./change-bell.ts";
import type { Database } from "./database/database.ts";
import type { StoreLimits } from "./store-limits.ts";

/** What all parts of a store share. */
export interface StoreCore {
  readonly database: Database;
  readonly bell: ChangeBell;
  readonly limits: StoreLimits;
  readonly now: () => number;
  /** Told how many threads a limit has archived. */
  readonly onArchived: (count: number) => void;
}
