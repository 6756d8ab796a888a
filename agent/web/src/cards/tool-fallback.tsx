import type { ToolCallMessagePartProps } from "@assistant-ui/react";
import { isFields } from "@toolwright/view/internal";
import { use } from "react";
import { CallApp } from "./call-app.ts";
import { ToolCard } from "./frame/tool-card.tsx";

/** The card of a tool that has none of its own. */
export function ToolFallback(call: ToolCallMessagePartProps) {
  const App = use(CallApp);
  return (
    <>
      <ToolCard call={call} about={inWords(call.args)} />
      {App === undefined ? null : <App call={call} />}
    </>
  );
}

/** Arguments that are named in one line, and characters of each. */
const NAMED = 3;
const SHOWN = 40;

function inWords(args: unknown): string {
  if (!isFields(args)) return "";
  const entries = Object.entries(args).filter(([, value]) => ["string", "number", "boolean"].includes(typeof value));
  return entries
    .slice(0, NAMED)
    .map(([name, value]) => `${name.slice(0, SHOWN)}: ${cut(String(value))}`)
    .join(", ");
}

function cut(text: string): string {
  const line = text.slice(0, SHOWN + 1).replaceAll(/\s+/g, " ");
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
}
