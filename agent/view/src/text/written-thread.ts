import type { ThreadCall, ThreadMessage } from "../wire/thread-message.ts";
import { endTexts } from "../words/ends.ts";
import { questionTexts } from "../words/question.ts";
import { endText } from "./end-text.ts";

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
  if (why !== undefined) return { words: `${endTexts.error}: ${why}`, isFailure: true };
  if (stopReason === undefined) return { words: "Still at work.", isFailure: false };
  const isDone = stopReason === "stop" || stopReason === "done";
  if (isDone) return { words: changed === false ? `${endTexts.nothingChanged}.` : "", isFailure: false };
  return { words: `${endText(stopReason)}.`, isFailure: false };
}

/** What a person answered to the question about a call. */
export function decisionWords({ decision }: NonNullable<ThreadCall["approval"]>): string {
  const { allowed, allowedWithOthers, refused, refusedBecause, unanswered } = questionTexts;
  if (decision === undefined) return `${unanswered}.`;
  if (decision.approve) return `${decision.edited === true ? allowedWithOthers : allowed}.`;
  return decision.reason === undefined ? `${refused}.` : refusedBecause(decision.reason);
}

/** What stands before and behind the name of a call: that it was made inside another, and on which line of that. */
export function placeOf({ parentId, line }: ThreadCall): readonly [before: string, behind: string] {
  return [parentId === undefined ? "" : "↳ ", line === undefined ? "" : `, line ${line}`];
}

/** In the time of the whole world, to the second. */
export function timeText(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().replace("T", " ").replace(/\..*/, " UTC");
}
