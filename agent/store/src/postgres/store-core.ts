import type { Lease } from "../port/leases.ts";
import type { Database } from "./database/database.ts";
import type { AppendQueue } from "./journal/append-queue.ts";
import type { ChangeBell } from "./notify/change-bell.ts";
import type { PostgresLimits } from "./postgres-limits.ts";
import type { RunUpkeep } from "./run-upkeep.ts";

/** What all parts of a store share. */
export interface StoreCore {
  readonly database: Database;
  readonly appends: AppendQueue;
  readonly bell: ChangeBell;
  readonly upkeep: RunUpkeep;
  readonly limits: PostgresLimits;
  readonly leaseMs: number;
  /** False when somebody else has taken the lease. */
  readonly stands: (lease: Lease) => Promise<boolean>;
}
