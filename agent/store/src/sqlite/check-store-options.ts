import { aCount, aFunction, aLogger, anObject, aText, checkOptions } from "@toolwright/core/internal";
import { checkLimits } from "../rules/check-limits.ts";
import type { StoreOptions } from "./open-store.ts";

/** Throws a `TypeError` for an option that does not exist or cannot be: a misspelt limit would be none. */
export function checkStoreOptions(options: StoreOptions): void {
  checkOptions<StoreOptions>(options, {
    of: "openStore",
    rules: {
      file: aText,
      limits: anObject,
      busyTimeoutMs: aCount(0),
      pollMs: aCount(1),
      now: aFunction,
      logger: aLogger,
    },
    needed: ["file"],
  });
  checkLimits(options.limits, "openStore");
}
