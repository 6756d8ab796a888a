import type { Reach } from "../journal/event.ts";
import { present } from "../json/present.ts";
import type { Verdict } from "./policy.ts";

/** The verdict of a policy without fields that are not what they are taken for. */
export function cleanVerdict({ reason, reach, review, ...verdict }: Verdict): Verdict {
  return { ...verdict, ...present({ reason: textOf(reason), reach: reachOf(reach), review: reviewOf(review) }) };
}

function textOf(reason: unknown): string | undefined {
  return typeof reason === "string" ? reason : undefined;
}

const FILES: ReadonlySet<unknown> = new Set(["none", "file", "folder", "machine"]);

function reachOf(reach: Verdict["reach"]): Reach | undefined {
  if (!FILES.has(reach?.files) || reach === undefined) return undefined;
  return { files: reach.files, network: reach.network !== false, undo: reach.undo === true };
}

function reviewOf(review: Verdict["review"]): Verdict["review"] {
  const isOne = review?.verdict === "allow" || review?.verdict === "ask";
  return isOne && typeof review.reason === "string" ? { verdict: review.verdict, reason: review.reason } : undefined;
}
