import type { JournalEvent } from "@toolwright/core";
import type { Usage } from "@toolwright/core/types";

/** Events after which a thread counts as used. */
const USES: ReadonlySet<string> = new Set(["run_start", "approval_request", "done"]);

/** Whether a thread counts as used after this event. */
export function isUse({ type }: JournalEvent): boolean {
  return USES.has(type);
}

/** Usage as it is stored. */
export interface StoredUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number | null;
}

/** What a run came to, or background work after it, as it is stored: what a provider says may be anything. */
export function storedUsage(usage: Partial<Usage> = {}): StoredUsage {
  const { inputTokens = 0, outputTokens = 0, costUsd } = usage;
  const cost = typeof costUsd === "number" && costUsd >= 0 && Number.isFinite(costUsd) ? costUsd : null;
  return { inputTokens: wholeNumber(inputTokens), outputTokens: wholeNumber(outputTokens), costUsd: cost };
}

function wholeNumber(tokens: number): number {
  return Number.isSafeInteger(tokens) && tokens > 0 ? tokens : 0;
}
