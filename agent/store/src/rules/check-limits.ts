import { checkOptions, type OptionRules } from "@toolwright/core/internal";
import type { StoreLimits } from "../port/store-limits.ts";

/** Throws a `TypeError` for a limit that does not exist or is no number. `of` is the function that it was given to. */
export function checkLimits(limits: Partial<StoreLimits> | undefined, of: string): void {
  if (limits !== undefined) checkOptions<StoreLimits>(limits, { of: `limits of ${of}`, rules: LIMITS });
}

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
