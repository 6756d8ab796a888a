import type { ReasoningMessagePartProps } from "@assistant-ui/react";
import { LongText } from "./long-text.tsx";

/** What the model thought: folded, for it is long and not the answer. */
export function Reasoning({ text, status }: ReasoningMessagePartProps) {
  return (
    <details className="reasoning">
      <summary>{status.type === "running" ? "Reasoning …" : "Reasoning"}</summary>
      <LongText text={text} scrolls />
    </details>
  );
}
