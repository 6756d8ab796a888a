import type { Usage } from "@toolwright/view";
import { type Fields, isFields } from "@toolwright/view";

/** What a message of the agent carries beside its parts. */
export interface MessageDetails {
  readonly runId: string | undefined;
  readonly stopReason: string | undefined;
  /** Tokens, and what they cost where that is known; undefined for a run that was not counted. */
  readonly usage: Usage | undefined;
}

/** Reads `metadata.custom` of a message. */
export function messageDetails(custom: Fields): MessageDetails {
  return {
    runId: typeof custom.runId === "string" ? custom.runId : undefined,
    stopReason: typeof custom.stopReason === "string" ? custom.stopReason : undefined,
    usage: isFields(custom.usage) ? usageOf(custom.usage) : undefined,
  };
}

function usageOf({ inputTokens, outputTokens, costUsd }: Fields): Usage | undefined {
  if (typeof inputTokens !== "number" || typeof outputTokens !== "number") return undefined;
  return { inputTokens, outputTokens, ...(typeof costUsd === "number" ? { costUsd } : {}) };
}
