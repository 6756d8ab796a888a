import { MessagePrimitive } from "@assistant-ui/react";
import { ToolFallback } from "../cards/tool-fallback.tsx";
import { Markdown } from "./markdown.tsx";

const components = { Text: Markdown, tools: { Fallback: ToolFallback } };

/** What the agent said and did in one run. */
export function AssistantMessage() {
  return (
    <MessagePrimitive.Root className="message assistant">
      <MessagePrimitive.Parts components={components} />
    </MessagePrimitive.Root>
  );
}
