import { type Fields, isFields } from "../server/frame.ts";

/** What a message of the agent carries beside its parts. */
export interface MessageDetails {
  readonly runId: string | undefined;
  readonly stopReason: string | undefined;
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
}

/** Reads `metadata.custom` of a message. */
export function messageDetails(custom: Fields): MessageDetails {
  const usage = isFields(custom.usage) ? custom.usage : {};
  return {
    runId: typeof custom.runId === "string" ? custom.runId : undefined,
    stopReason: typeof custom.stopReason === "string" ? custom.stopReason : undefined,
    inputTokens: typeof usage.inputTokens === "number" ? usage.inputTokens : undefined,
    outputTokens: typeof usage.outputTokens === "number" ? usage.outputTokens : undefined,
  };
}
