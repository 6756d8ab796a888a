import type { Message } from "../model/messages.ts";
import type { LlmError } from "../model/model-port.ts";
import type { StopReason } from "./stop-reason.ts";

/** Whether a run goes on after a step, with what it has to say to the model first. */
export type StepEnd = { readonly goesOn: true; readonly notes: readonly Message[] } | RunEnd;

/** Why a run ends. */
export interface RunEnd {
  readonly goesOn: false;
  readonly stopReason: StopReason;
  readonly error?: LlmError;
}

/** Nothing has to be said to the model first. */
export const GOES_ON: StepEnd = { goesOn: true, notes: [] };
/** The run was stopped. */
export const ABORTED: RunEnd = { goesOn: false, stopReason: "aborted" };
