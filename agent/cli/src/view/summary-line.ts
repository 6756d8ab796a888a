import type { EventData, StopReason, Usage } from "@toolwright/core";
import { costText, durationText } from "@toolwright/view/internal";
import { countOf } from "../text/count-of.ts";
import { printable } from "../text/printable.ts";

const ENDED: Readonly<Record<StopReason, string>> = {
  stop: "done",
  done: "done",
  max_iterations: "max_iterations: the limit of model calls was reached (--max-iterations)",
  budget: "budget: what the run may spend is spent (--max-cost, --max-tokens, --max-seconds)",
  stop_when: "stop_when: the program's own condition was met",
  length: "length: the model's answer was cut off",
  content_filter: "content_filter: the provider withheld the answer",
  denied: "denied: a call was refused",
  loop_guard: "loop_guard: the model repeated one call without progress",
  aborted: "stopped",
  error: "error",
};

/** How a run ended, in one line. */
export function summaryLine({ stopReason, iterations, usage, error }: EventData["done"], ms: number): string {
  const why = error === undefined ? ENDED[stopReason] : `${stopReason}: ${printable(error.message)}`;
  const counted = usage.inputTokens + usage.outputTokens > 0 ? [tokensText(usage)] : [];
  const cost = usage.costUsd === undefined ? [] : [costText(usage.costUsd)];
  const parts = [why, countOf(iterations, "step"), ...counted, ...cost, durationText(ms)];
  return parts.join(" · ");
}

/** Tokens, each of them counted: `1,204 tokens in (1,100 cached), 95 out`. */
export function tokensText({ inputTokens, cachedInputTokens = 0, outputTokens }: Usage): string {
  const cached = cachedInputTokens > 0 ? ` (${cachedInputTokens.toLocaleString("en-US")} cached)` : "";
  return `${inputTokens.toLocaleString("en-US")} tokens in${cached}, ${outputTokens.toLocaleString("en-US")} out`;
}
