import type { PermitFlags } from "../flags.ts";
import { UsageError } from "../usage-error.ts";

export async function permit(_words: readonly string[], _flags: PermitFlags): Promise<number> {
  throw new UsageError("permit is not there yet.");
}
