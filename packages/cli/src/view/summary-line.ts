import type { EventData, StopReason } from "@toolwright/core";
import { countOf } from "../text/count-of.ts";
import { printable } from "../text/printable.ts";
import { duration } from "./duration.ts";

const ENDED: Readonly<Record<StopReason, string>> = {
  stop: "stop",
  done: "done",
  max_iterations: "max_iterations: the limit of model calls was reached (--max-iterations)",
  length: "length: the model's answer was cut off",
  content_filter: "content_filter: the provider withheld the answer",
  denied: "denied: a call was refused",
  loop_guard: "loop_guard: the model repeated one call without progress",
  aborted: "aborted",
  error: "error",
};

/** How a run ended, in one line. */
export function summaryLine({ stopReason, iterations, usage, error }: EventData["done"], ms: number): string {
  const why = error === undefined ? ENDED[stopReason] : `${stopReason}: ${printable(error.message)}`;
  const { inputTokens, outputTokens, costUsd } = usage;
  const tokens = `${inputTokens.toLocaleString("en-US")} tokens in, ${outputTokens.toLocaleString("en-US")} out`;
  const counted = inputTokens + outputTokens > 0 ? [tokens] : [];
  const cost = costUsd === undefined ? [] : [`$${costUsd.toFixed(4)}`];
  const parts = [why, countOf(iterations, "step"), ...counted, ...cost, duration(ms)];
  return parts.join(" · ");
}
