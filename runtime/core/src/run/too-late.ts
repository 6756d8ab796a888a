import { failure, failureLine } from "../result/failure.ts";
import type { Ended } from "./call-states.ts";
import type { Running } from "./perform.ts";

/** A call whose deadline or abort came first. */
export interface CutOff {
  /** A `TimeoutError` or an `AbortError`. */
  readonly reason: DOMException;
  /** What came within the grace. */
  readonly ended: Ended | undefined;
  readonly sendLate: (late: Ended) => void;
}

/** Its end: what the tool has done since counts only where it says, within the grace, how far it got. */
export async function endTooLate({ context, stopwatch }: Running, { reason, ended, sendLate }: CutOff): Promise<Ended> {
  const durationMs = stopwatch.elapsed;
  context.end();
  await context.endCalls();
  if (ended !== undefined) void context.dispose();
  const { stop } = context;
  if (ended !== undefined && saysHowFar(ended)) return { ...ended, durationMs, stop };
  if (ended !== undefined && !ended.result.isError) sendLate(ended);
  const code = reason.name === "TimeoutError" ? "timeout" : "aborted";
  const result = failure({ code, message: reason.message });
  return { stage: "ended", how: ended === undefined ? "abandoned" : "failed", result, durationMs, stop };
}

/** A failure in the tool's own words, and not just what a call inside it came to when both were stopped. */
function saysHowFar({ result, how }: Ended): boolean {
  if (!result.isError || how !== "returned") return false;
  const { output, error } = result;
  return error === undefined || output.type !== "text" || output.text !== failureLine(error);
}
