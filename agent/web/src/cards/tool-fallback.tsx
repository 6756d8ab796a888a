import type { ToolCallMessagePartProps } from "@assistant-ui/react";
import { fieldIn, isFields, textIn } from "@toolwright/view/internal";
import { use } from "react";
import { CallApp } from "./call-app.ts";
import { ToolCard } from "./frame/tool-card.tsx";
import { useCallNote } from "./frame/use-call-notes.ts";
import { ProgramCard } from "./program/program-card.tsx";

/** The card of a tool that has none of its own. */
export function ToolFallback(call: ToolCallMessagePartProps) {
  const App = use(CallApp);
  const isProgram = fieldIn(useCallNote(call.toolCallId, "start"), "replays") === true;
  if (isProgram && textIn(call.args, "code") !== undefined) return <ProgramCard {...call} />;
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
