import { lazy } from "../tool/lazy.ts";
import type { Logger } from "../tool/logger.ts";

type Hints = typeof import("./author-hints.ts");

const hinting = lazy((): Promise<Hints> => import("./author-hints.ts"));

/**
 * Warns in the log of what the author of a program has most likely not meant. Never rejects: a hint that cannot be
 * loaded is not given, and the call or the run goes on.
 */
export async function tellAuthor(logger: Logger, hint: (hints: Hints) => string | undefined): Promise<void> {
  try {
    const said = hint(await hinting());
    if (said !== undefined) logger.warn(said);
  } catch {
    // See above.
  }
}
