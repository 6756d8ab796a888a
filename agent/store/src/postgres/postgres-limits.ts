import type { StoreLimits } from "../port/store-limits.ts";
import { completeLimits } from "../port/store-limits.ts";

/**
 * How much a store keeps. Bytes are UTF-8 bytes of what is stored; how large the database may be is its server's
 * business.
 */
export interface PostgresLimits extends Omit<StoreLimits, "databaseBytes" | "outputBytes"> {
  /** Of all kept outputs together; the least recently used go first. Default 8 GiB. */
  readonly outputBytes: number;
}

/** What many servers share holds more than what one machine does. */
const OWN_DEFAULTS = { outputBytes: 8 * 1024 ** 3, pendingApprovals: 100_000 };

/** The given limits over the defaults. Throws a `RangeError` for one that is not positive. */
export function completePostgresLimits(given: Partial<PostgresLimits> = {}): PostgresLimits {
  const { databaseBytes: _, ...limits } = completeLimits({ ...OWN_DEFAULTS, ...given });
  return limits;
}
