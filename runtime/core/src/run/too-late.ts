import { failure, failureLine } from "../result/failure.ts";
import type { Ended, HaltReason } from "./call-states.ts";

/** A call whose deadline or abort came first. */
export interface CutOff {
  /** A `TimeoutError` or an `AbortError`. */
  readonly reason: DOMException;
  /** What came within the grace. */
  readonly late: Ended | undefined;
  /** Milliseconds inside `execute` until then. */
  readonly durationMs: number;
  readonly context: CutOffContext;
  readonly sendLate: (late: Ended) => void;
}

interface CutOffContext {
  readonly stop: HaltReason | undefined;
  endCalls(): Promise<unknown> | undefined;
  dispose(): Promise<void> | undefined;
}

/** Its end: what the tool has done since counts only where it says, within the grace, how far it got. */
export async function tooLate({ reason, late, durationMs, context, sendLate }: CutOff): Promise<Ended> {
  await context.endCalls();
  if (late !== undefined) void context.dispose();
  const { stop } = context;
  if (late !== undefined && saysHowFar(late)) return { ...late, durationMs, stop };
  if (late !== undefined && !late.result.isError) sendLate(late);
  const code = reason.name === "TimeoutError" ? "timeout" : "aborted";
  const result = failure({ code, message: reason.message });
  return { stage: "ended", how: late === undefined ? "abandoned" : "failed", result, durationMs, stop };
}

/** A failure in the tool's own words, and not just what a call inside it came to when both were stopped. */
function saysHowFar({ result, how }: Ended): boolean {
  if (!result.isError || how !== "returned") return false;
  const { output, error } = result;
  return error === undefined || output.type !== "text" || output.text !== failureLine(error);
}
