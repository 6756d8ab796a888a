import { checkArgument } from "../options/check-options.ts";
import { knownValues } from "./known-values.ts";
import { makeScrubber } from "./make-scrubber.ts";
import type { Scrubber, Secret } from "./scrubber.ts";
import { aListOfSecrets } from "./secret.ts";

/**
 * Makes a scrubber for given values (from 8 characters on, in the forms of `secretForms`) and the well-known shapes.
 * Its work grows with the length of the text and with nothing else. A text is masked the same way in one piece and in
 * many, and nothing of a secret is given out before the secret is masked.
 */
export function createScrubber(secrets: readonly Secret[] = []): Scrubber {
  checkArgument(secrets, { of: "The secrets of createScrubber", rule: aListOfSecrets });
  return makeScrubber(knownValues(secrets));
}
