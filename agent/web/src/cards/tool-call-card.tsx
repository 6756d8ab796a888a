import type { ToolCallMessagePartProps } from "@assistant-ui/react";
import { cardsByTool } from "./cards-by-tool.ts";
import { InnerCardContext } from "./frame/inner-card.ts";
import { ToolFallback } from "./tool-fallback.tsx";

/**
 * The card of any tool: its own where it has one. For whoever registers nothing, as the `Fallback` of a message's
 * tools.
 */
export function ToolCallCard(call: ToolCallMessagePartProps) {
  // A tool may be called `constructor`.
  const Card = (Object.hasOwn(cardsByTool, call.toolName) ? cardsByTool[call.toolName] : undefined) ?? ToolFallback;
  return (
    <InnerCardContext value={ToolCallCard}>
      <Card {...call} />
    </InnerCardContext>
  );
}
