import type { ToolCallMessagePartProps } from "@assistant-ui/react";
import { fieldIn, numberIn, textIn } from "@toolwright/view/internal";
import { programCardTexts } from "../../words/program-card.ts";
import { ToolCard } from "../frame/tool-card.tsx";
import { useCallNote } from "../frame/use-call-notes.ts";
import { ProgramBody } from "./program-body.tsx";

/** `run_code`, and any other tool that takes programs: the source, the calls that it makes, and what it returned. */
export function ProgramCard(call: ToolCallMessagePartProps) {
  const source = textIn(call.args, "code");
  const isProgram = fieldIn(useCallNote(call.toolCallId, "start"), "replays") === true;
  const calls = numberIn(call.artifact, "calls");
  return (
    <ToolCard
      call={call}
      about={source === undefined ? "" : firstLine(source)}
      facts={calls === undefined ? [] : [programCardTexts.callCount(calls)]}
      showsCalls={isProgram && source !== undefined}
    >
      {source === undefined ? undefined : <ProgramBody call={call} source={source} />}
    </ToolCard>
  );
}

/** What a program begins with that says something, without the signs of a comment. */
function firstLine(source: string): string {
  const [, line = ""] = /^(?:\s|```\w*\n|\/\/|\/\*)*([^\n]*)/.exec(source.slice(0, 2_000)) ?? [];
  return line.replace(/\*\/\s*$/, "").trim();
}
