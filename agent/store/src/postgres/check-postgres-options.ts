import {
  aCount,
  aLogger,
  anObject,
  aText,
  checkOptions,
  milliseconds,
  type OptionRule,
} from "@toolwright/core/internal";
import { checkLimits } from "../rules/check-limits.ts";
import { MAX_TTL_MS } from "../rules/leases/holder.ts";
import type { PostgresStoreOptions } from "./open-postgres-store.ts";

const aLeaseTime: OptionRule = {
  form: `a number of milliseconds from 100 to ${MAX_TTL_MS}`,
  fits: (value) => typeof value === "number" && value >= 100 && value <= MAX_TTL_MS,
};
/** One that is over 63 bytes would be cut, and then be another one. */
const aSchemaName: OptionRule = {
  form: "a name of 1 to 63 letters, digits and underscores that begins with no digit and not with pg_",
  fits: (value) => typeof value === "string" && /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/i.test(value),
};

/** Throws a `TypeError` for an option that does not exist or cannot be. No value is quoted: one may hold a password. */
export function checkPostgresOptions(options: PostgresStoreOptions): void {
  checkOptions<PostgresStoreOptions>(options, {
    of: "openPostgresStore",
    rules: {
      url: aText,
      schema: aSchemaName,
      limits: anObject,
      connections: aCount(2),
      connectTimeoutMs: aCount(1),
      statementTimeoutMs: aCount(1),
      retryMs: milliseconds,
      leaseMs: aLeaseTime,
      pollMs: aCount(1),
      logger: aLogger,
    },
    needed: ["url"],
  });
  checkLimits(options.limits, "openPostgresStore");
  if (options.limits !== undefined && Object.hasOwn(options.limits, "databaseBytes")) {
    throw new TypeError(
      "limits of openPostgresStore has no databaseBytes: how large the database may be is its server's business.",
    );
  }
}
