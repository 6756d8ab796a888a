import { failure, failureLine } from "../result/failure.ts";
import { reportLate } from "./background.ts";
import type { Ended } from "./call-states.ts";
import type { Running } from "./perform.ts";

/**
 * How long a tool that listens to its signal may take to say how far it got. Well inside the 50 ms that a stop may
 * take.
 */
const GRACE_MS = 20;

/**
 * The end of a call whose deadline or abort came first: `reason` is a `TimeoutError` or an `AbortError`. What the tool
 * has done since counts only where it says, within the grace, how far it got.
 */
export async function endTooLate(running: Running, reason: DOMException, work: Promise<Ended>): Promise<Ended> {
  const { call, context, scope, stopwatch } = running;
  const sendLate = ({ result }: Ended) => void reportLate({ tool: call.tool, scope, result });
  const ended = await withinGrace(work);
  if (ended === undefined) {
    void work.then((late) => {
      void context.dispose();
      sendLate(late);
    });
  }
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

async function withinGrace(work: Promise<Ended>): Promise<Ended | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, GRACE_MS, undefined);
  });
  const ended = await Promise.race([work, over]);
  clearTimeout(timer);
  return ended;
}
