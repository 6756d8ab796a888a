import type { EventType } from "../journal/event.ts";

/** The event types of a class tool's calls, under the names that programs written for class tools use. */
export const ActivityEventType = {
  TOOL_CALL_START: "tool_call_start",
  TOOL_CALL_END: "tool_call_end",
  TOOL_OUTPUT_CHUNK: "tool_output_chunk",
  ERROR: "error",
} as const satisfies Record<string, EventType>;

/** One of {@link ActivityEventType}. */
export type ActivityEventType = (typeof ActivityEventType)[keyof typeof ActivityEventType];
