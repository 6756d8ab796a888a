import { realMessage } from "../result/thrown.ts";
import { makeScrubber } from "./make-scrubber.ts";
import type { Scrubber, Secret } from "./scrubber.ts";
import { scrubberFor } from "./scrubber-for.ts";

/**
 * Masks what is said of a run or a runner that could not start, and so has no scrubber. Where the secrets themselves
 * are what cannot be used, the well-known shapes are still masked.
 */
export function earlyScrubber(secrets: readonly Secret[] | undefined): Scrubber {
  try {
    return secrets === undefined ? makeScrubber() : scrubberFor(secrets);
  } catch {
    return makeScrubber();
  }
}

/** What a thrown value says, masked. */
export function earlyMessage(thrown: unknown, secrets: readonly Secret[] | undefined): string {
  return earlyScrubber(secrets).text(realMessage(thrown));
}
