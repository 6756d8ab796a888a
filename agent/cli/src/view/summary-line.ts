import type { EventData, StopReason, Usage } from "@toolwright/core";
import { costText, durationText, endText } from "@toolwright/view/internal";
import { countOf } from "../text/count-of.ts";
import { printable } from "../text/printable.ts";

/** The options that set a limit. */
const SET_BY: Readonly<Partial<Record<StopReason, string>>> = {
  max_iterations: " (--max-iterations)",
  budget: " (--max-cost, --max-tokens, --max-seconds)",
};

/** How a run ended, in one line. */
export function summaryLine({ stopReason, iterations, usage, error }: EventData["done"], ms: number): string {
  const why = error === undefined ? endOf(stopReason) : `${stopReason}: ${printable(error.message)}`;
  const counted = usage.inputTokens + usage.outputTokens > 0 ? [tokensText(usage)] : [];
  const cost = usage.costUsd === undefined ? [] : [costText(usage.costUsd)];
  const parts = [why, countOf(iterations, "step"), ...counted, ...cost, durationText(ms)];
  return parts.join(" · ");
}

function endOf(stopReason: StopReason): string {
  if (stopReason === "stop" || stopReason === "done") return "done";
  const end = endText(stopReason);
  return `${end.charAt(0).toLowerCase()}${end.slice(1)}${SET_BY[stopReason] ?? ""}`;
}

/** Tokens, each of them counted: `1,204 tokens in (1,100 cached), 95 out`. */
export function tokensText({ inputTokens, cachedInputTokens = 0, outputTokens }: Usage): string {
  const cached = cachedInputTokens > 0 ? ` (${cachedInputTokens.toLocaleString("en-US")} cached)` : "";
  return `${inputTokens.toLocaleString("en-US")} tokens in${cached}, ${outputTokens.toLocaleString("en-US")} out`;
}
