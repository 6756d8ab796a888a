import type { EventOf, JournalEvent, Usage } from "@toolwright/core";

/** Events after which a thread counts as used. */
const USES: ReadonlySet<string> = new Set(["run_start", "approval_request", "done"]);

/** Whether a thread counts as used after this event. */
export function isUse({ type }: JournalEvent): boolean {
  return USES.has(type);
}

/** Whether a message that waited in the store is stored with its run by this event, so that it never comes again. */
export function isHeard(event: JournalEvent): event is EventOf<"steered"> {
  return event.type === "steered" && event.parentId === undefined;
}

/** Usage as it is stored: null for what is not known. */
export interface StoredUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number | null;
  readonly cacheWriteTokens: number | null;
  readonly reasoningTokens: number | null;
  readonly costUsd: number | null;
}

/** What a run came to, or background work after it, as it is stored: what a provider says may be anything. */
export function storedUsage(usage: Partial<Usage> = {}): StoredUsage {
  const { costUsd } = usage;
  return {
    inputTokens: wholeNumber(usage.inputTokens) ?? 0,
    outputTokens: wholeNumber(usage.outputTokens) ?? 0,
    cachedInputTokens: wholeNumber(usage.cachedInputTokens),
    cacheWriteTokens: wholeNumber(usage.cacheWriteTokens),
    reasoningTokens: wholeNumber(usage.reasoningTokens),
    costUsd: typeof costUsd === "number" && costUsd >= 0 && Number.isFinite(costUsd) ? costUsd : null,
  };
}

function wholeNumber(tokens: number | undefined): number | null {
  return tokens !== undefined && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : null;
}
