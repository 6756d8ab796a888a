import type { ThreadCall, ThreadMessage } from "../wire/thread-message.ts";

/** A thread to be written down. */
export interface WrittenThread {
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly messages: readonly ThreadMessage[];
  /** All of a kept output; undefined where it is gone. Left out, its beginning stands. */
  readonly outputOf?: (id: string) => Promise<string | undefined>;
}

/** How a run ended, where that is not simply that it is done. */
export function endWords({ stopReason, reason, error, changed }: Extract<ThreadMessage, { role: "assistant" }>) {
  const why = reason ?? error;
  if (why !== undefined) return { words: `Failed: ${why}`, isFailure: true };
  if (stopReason === undefined) return { words: "Still at work.", isFailure: false };
  const isDone = stopReason === "stop" || stopReason === "done";
  if (isDone) return { words: changed === false ? "Nothing was changed." : "", isFailure: false };
  return { words: `Ended: ${stopReason.replaceAll("_", " ")}.`, isFailure: false };
}

/** What a person answered to the question about a call. */
export function decisionWords({ decision }: NonNullable<ThreadCall["approval"]>): string {
  if (decision === undefined) return "Asked, and not answered.";
  if (decision.approve) return decision.edited === true ? "Allowed with other arguments." : "Allowed.";
  return decision.reason === undefined ? "Refused." : `Refused: ${decision.reason}`;
}

/** In the time of the whole world, to the second. */
export function timeText(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().replace("T", " ").replace(/\..*/, " UTC");
}
