import type { ReasoningMessagePartProps } from "@assistant-ui/react";

/** What the model thought: folded, for it is long and not the answer. */
export function Reasoning({ text, status }: ReasoningMessagePartProps) {
  return (
    <details className="reasoning">
      <summary>{status.type === "running" ? "Reasoning …" : "Reasoning"}</summary>
      <div className="plain-text">{text}</div>
    </details>
  );
}
