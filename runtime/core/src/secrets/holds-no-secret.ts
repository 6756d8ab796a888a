import type { Scrubber } from "./scrubber.ts";

/**
 * True when a scrubber surely has nothing to mask in what a JSON text says. One look at the text is cheaper than one at
 * each of its strings; a text with escapes may say something else than it shows.
 */
export function holdsNoSecret(json: string, scrubber: Scrubber): boolean {
  return !json.includes("\\") && !scrubber.mayMask(json);
}
