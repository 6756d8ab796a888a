/** Why a run ended. */
export type StopReason =
  | "stop"
  | "done"
  | "max_iterations"
  | "budget"
  | "stop_when"
  | "length"
  | "content_filter"
  | "denied"
  | "loop_guard"
  | "aborted"
  | "error";
