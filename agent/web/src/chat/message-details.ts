import {
  type Fields,
  isFields,
  type RunFailure,
  runFailureIn,
  textIn,
  type Usage,
  usageOf,
} from "@toolwright/view/internal";

/** What a message of the agent carries beside its parts. */
export interface MessageDetails {
  readonly runId: string | undefined;
  /** The model that answered, as it names itself; undefined while the server has not told. */
  readonly model: string | undefined;
  readonly stopReason: string | undefined;
  /** Whether a call of the run has changed something; undefined where none was to, or nobody knows. */
  readonly changed: boolean | undefined;
  /** Why a run failed, in the words of what did; undefined while the server has not told. */
  readonly reason: string | undefined;
  /** What kind of failure it was; undefined for none, and where the server does not tell. */
  readonly failure: RunFailure | undefined;
  /** Tokens, and what they cost where that is known; undefined for a run that was not counted. */
  readonly usage: Usage | undefined;
  /** What a person thinks of it. */
  readonly thumb: string | undefined;
  readonly note: string | undefined;
}

/** Reads `metadata.custom` of a message. */
export function messageDetails(custom: Fields): MessageDetails {
  return {
    runId: textIn(custom, "runId"),
    model: textIn(custom, "model") || undefined,
    stopReason: textIn(custom, "stopReason"),
    changed: typeof custom.changed === "boolean" ? custom.changed : undefined,
    reason: textIn(custom, "reason"),
    failure: runFailureIn(custom.failure),
    thumb: textIn(custom.rating, "thumb"),
    note: textIn(custom.rating, "note"),
    usage: isCounted(custom.usage) ? usageOf(custom.usage) : undefined,
  };
}

function isCounted(usage: unknown): boolean {
  return isFields(usage) && typeof usage.inputTokens === "number" && typeof usage.outputTokens === "number";
}
