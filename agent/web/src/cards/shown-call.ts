import type { ToolCallMessagePartProps } from "@assistant-ui/react";

/**
 * A call as the cards read it: what assistant-ui gives a tool's component, whatever its arguments and its result are.
 */
export type ShownCall = Omit<ToolCallMessagePartProps, "addResult" | "resume">;
