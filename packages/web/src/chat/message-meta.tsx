import { useAui, useAuiState } from "@assistant-ui/react";
import type { PropsWithChildren } from "react";
import { CopyButton } from "./copy-button.tsx";
import { messageDetails } from "./message-details.ts";
import { usageText } from "./usage-text.ts";
import { whenText } from "./when-text.ts";

/** The line under a message: when, what it cost, a button that copies it, and what else can be done with it. */
export function MessageMeta({ children }: PropsWithChildren) {
  const aui = useAui();
  const createdAt = useAuiState((s) => s.message.createdAt);
  const isRunning = useAuiState((s) => s.message.status?.type === "running");
  const tokens = useAuiState((s) => tokensOf(s.message.metadata.custom));
  if (isRunning) return null;
  return (
    <footer className="message-meta">
      <time dateTime={createdAt.toISOString()}>{whenText(createdAt)}</time>
      {tokens === "" ? null : <span>{tokens}</span>}
      <CopyButton label="Copy message" text={() => aui.message.getCopyText()} />
      {children}
    </footer>
  );
}

function tokensOf(custom: Readonly<Record<string, unknown>>): string {
  const { usage } = messageDetails(custom);
  return usage === undefined ? "" : usageText(usage);
}
