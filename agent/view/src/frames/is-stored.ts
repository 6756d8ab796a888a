/**
 * Only delivered, never stored. Named here again, because a page would bundle the whole runtime with one function of
 * it.
 */
const LIVE: ReadonlySet<string> = new Set([
  "text_delta",
  "reasoning_delta",
  "tool_call_delta",
  "model_reading",
  "tool_output_chunk",
  "steer_queue",
]);

/** Whether an event stands in the journal. That a tool began does only where its call had to wait. */
export function isStored({ type, data }: { readonly type: string; readonly data: object }): boolean {
  if (type !== "tool_call_running") return !LIVE.has(type);
  return "waitedMs" in data && typeof data.waitedMs === "number" && data.waitedMs > 0;
}
