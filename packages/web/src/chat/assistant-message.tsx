import { MessagePrimitive } from "@assistant-ui/react";
import { ToolCallCard } from "../cards/tool-call-card.tsx";
import { TurnChanges } from "../undo/turn-changes.tsx";
import { Markdown } from "./markdown.tsx";
import { MessageActions } from "./message-actions.tsx";
import { MessageMeta } from "./message-meta.tsx";
import { Reasoning } from "./reasoning.tsx";
import { RunEnd } from "./run-end.tsx";

const components = { Text: Markdown, Reasoning, tools: { Fallback: ToolCallCard } };

/** What the agent said and did in one run. */
export function AssistantMessage() {
  return (
    <MessagePrimitive.Root className="message assistant" role="article" aria-label="Agent">
      <MessagePrimitive.Parts components={components} />
      <RunEnd />
      <TurnChanges />
      <MessageMeta>
        <MessageActions />
      </MessageMeta>
    </MessagePrimitive.Root>
  );
}
