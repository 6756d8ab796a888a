import {
  aCount,
  aFunction,
  aLogger,
  anObject,
  aText,
  byTheirNames,
  checkOptions,
  type OptionRules,
} from "@toolwright/core/internal";
import type { StoreLimits } from "../port/store-limits.ts";
import type { StoreOptions } from "./open-store.ts";

/** That it is above nothing, `completeLimits` says. */
const positive = { form: "a positive number", fits: (value: unknown) => typeof value === "number" };

const LIMITS: OptionRules<StoreLimits> = {
  databaseBytes: positive,
  eventBytes: positive,
  conversationBytes: positive,
  threads: positive,
  threadAgeMs: positive,
  pendingApprovals: positive,
  auditRows: positive,
  summaryRows: positive,
  outputBytes: positive,
};

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
    otherNames: byTheirNames(`
      file|path filename url database
      file, the path of the database|dir directory
      busyTimeoutMs|timeout
    `),
    needed: ["file"],
  });
  checkLimits(options.limits, "openStore");
}

/** Throws a `TypeError` for a limit that does not exist or is no number. `of` is the function that it was given to. */
export function checkLimits(limits: Partial<StoreLimits> | undefined, of: string): void {
  if (limits !== undefined) checkOptions<StoreLimits>(limits, { of: `limits of ${of}`, rules: LIMITS });
}
