import { useAui, useAuiState } from "@assistant-ui/react";
import { spelledOnOneLine } from "@toolwright/view/internal";
import type { PropsWithChildren } from "react";
import { usageText } from "../composer/usage-text.ts";
import { chatTexts } from "../words/chat.ts";
import { CopyButton } from "./copy-button.tsx";
import { messageDetails } from "./message-details.ts";
import { whenText } from "./when-text.ts";

/**
 * The line under a message: a button that copies it, what else can be done with it, and when it was said, by which
 * model and what it cost. The buttons come first: a model and a cost that are told late move none of them.
 */
export function MessageMeta({ children }: PropsWithChildren) {
  const aui = useAui();
  const createdAt = useAuiState((s) => s.message.createdAt);
  const isRunning = useAuiState((s) => s.message.status?.type === "running");
  const model = useAuiState((s) => messageDetails(s.message.metadata.custom).model);
  const tokens = useAuiState((s) => tokensOf(s.message.metadata.custom));
  if (isRunning) return null;
  return (
    <footer className="message-meta">
      <span className="message-buttons">
        <CopyButton label={chatTexts.copyMessage} text={() => aui.message.getCopyText()} />
        {children}
      </span>
      <span className="message-facts">
        <time dateTime={createdAt.toISOString()}>{whenText(createdAt)}</time>
        {model === undefined ? null : <span dir="auto">{spelledOnOneLine(model.slice(0, 100))}</span>}
        {tokens === "" ? null : <span>{tokens}</span>}
      </span>
    </footer>
  );
}

function tokensOf(custom: Readonly<Record<string, unknown>>): string {
  const { usage } = messageDetails(custom);
  return usage === undefined ? "" : usageText(usage);
}
