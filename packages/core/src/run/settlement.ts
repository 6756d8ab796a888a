import { type FailureDetails, failure } from "../result/failure.ts";
import type { ToolResult } from "../result/tool-result.ts";

/** The early end of a call: a phase returns it in place of what the next phase takes. */
export class Settlement {
  readonly result: ToolResult;
  readonly stop: "denied" | "loop_guard" | undefined;

  constructor(result: ToolResult, stop?: "denied" | "loop_guard") {
    this.result = result;
    this.stop = stop;
  }
}

/** Ends a call with an error. */
export function refuse(details: FailureDetails, stop?: "denied" | "loop_guard"): Settlement {
  return new Settlement(failure(details), stop);
}
