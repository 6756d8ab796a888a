import type { StoppedEarly } from "../async/race.ts";
import { failure, failureLine } from "../result/failure.ts";
import { reportLate } from "./background.ts";
import type { RunningContext } from "./context.ts";
import type { Running } from "./perform.ts";
import type { AuthorisedCall, Ended } from "./stages.ts";

/** A call that has begun. */
export interface BegunCall extends Running {
  readonly call: AuthorisedCall;
  readonly context: RunningContext;
}

/** When it was stopped, and what is said of it. */
export interface Stopped {
  readonly durationMs: number;
  readonly message: string;
}

/** The end of a call whose deadline or abort came first; what the tool said within the grace is `late`. */
export async function stoppedEarly(
  { ended, late }: StoppedEarly<Ended>,
  begun: BegunCall,
  { durationMs, message }: Stopped,
): Promise<Ended> {
  const { context } = begun;
  await context.endCalls();
  if (late !== undefined) void context.dispose();
  const { stop } = context;
  // A tool that listens may say itself how far it got, within the grace.
  if (late !== undefined && saysHowFar(late)) return { ...late, durationMs, stop };
  if (late !== undefined && !late.result.isError) sendLate(late, begun);
  const result = failure({ code: ended, message });
  return { stage: "ended", how: late === undefined ? "abandoned" : "failed", result, durationMs, stop };
}

/** What a call came to after it had settled. */
export function sendLate({ result }: Ended, { call, scope }: BegunCall): void {
  reportLate({ tool: call.tool, scope, result });
}

/** A failure in the tool's own words, and not just what a call inside it came to when both were stopped. */
function saysHowFar({ result, how }: Ended): boolean {
  if (!result.isError || how !== "returned") return false;
  const { output, error } = result;
  return error === undefined || output.type !== "text" || output.text !== failureLine(error);
}
