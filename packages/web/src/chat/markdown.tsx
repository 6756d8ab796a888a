import type { TextMessagePartProps } from "@assistant-ui/react";
import { MarkdownText } from "./markdown-text.tsx";

/** Text of the agent. */
export function Markdown({ text }: TextMessagePartProps) {
  return <MarkdownText text={text} />;
}
