import type { TextMessagePartProps } from "@assistant-ui/react";

/** Text of the agent. */
export function Markdown({ text }: TextMessagePartProps) {
  return <div className="markdown">{text}</div>;
}
