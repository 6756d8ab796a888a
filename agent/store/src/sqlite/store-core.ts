import type { StoreLimits } from "../port/store-limits.ts";
import type { ChangeBell } from "./change-bell.ts";
import type { Database } from "./database/database.ts";
import type { RunUpkeep } from "./run-upkeep.ts";

/** What all parts of a store share. */
export interface StoreCore {
  readonly database: Database;
  readonly bell: ChangeBell;
  readonly upkeep: RunUpkeep;
  readonly limits: StoreLimits;
  readonly now: () => number;
  /** Told how many threads a limit has archived. */
  readonly onArchived: (count: number) => void;
}
