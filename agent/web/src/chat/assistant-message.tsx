import { MessagePrimitive, useAuiState } from "@assistant-ui/react";
import { MessageParts } from "../cards/stretch/message-parts.tsx";
import { ToolCallCard } from "../cards/tool-call-card.tsx";
import { TurnChanges } from "../undo/turn-changes.tsx";
import { chatTexts } from "../words/chat.ts";
import { Compacted } from "./compacted.tsx";
import { Markdown } from "./markdown.tsx";
import { MessageActions } from "./message-actions.tsx";
import { MessageMeta } from "./message-meta.tsx";
import { Reasoning } from "./reasoning.tsx";
import { RunEnd } from "./run-end.tsx";
import { Steered } from "./steered.tsx";

const components = {
  Text: Markdown,
  Reasoning,
  tools: { Fallback: ToolCallCard },
  data: { by_name: { steered: Steered, compacted: Compacted } },
};

/** What the agent said and did in one run. */
export function AssistantMessage() {
  const isRunning = useAuiState((s) => s.message.status?.type === "running");
  return (
    <MessagePrimitive.Root
      className="message assistant"
      role="article"
      aria-label={chatTexts.agent}
      data-running={isRunning ? true : undefined}
    >
      <MessageParts components={components} />
      <RunEnd />
      <TurnChanges />
      <MessageMeta>
        <MessageActions />
      </MessageMeta>
    </MessagePrimitive.Root>
  );
}
