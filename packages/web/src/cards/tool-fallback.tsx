import type { ToolCallMessagePartProps } from "@assistant-ui/react";

/** The card of a tool that has none of its own. */
export function ToolFallback({ toolName, argsText, result, isError }: ToolCallMessagePartProps) {
  return (
    <details className="tool-card" data-error={isError === true} open>
      <summary>{toolName}</summary>
      <pre>{argsText}</pre>
      {result === undefined ? null : <pre>{typeof result === "string" ? result : JSON.stringify(result, null, 2)}</pre>}
    </details>
  );
}
