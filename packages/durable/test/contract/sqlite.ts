import { openStore } from "../../src/open-store.ts";
import type { StoreLimits } from "../../src/store.ts";

/** A place is the path of a file. */
export function open(file: string, limits: Partial<StoreLimits> = {}) {
  return openStore({ file, limits, pollMs: 10, busyTimeoutMs: 20_000 });
}
