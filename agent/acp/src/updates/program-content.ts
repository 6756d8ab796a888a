import type { ToolCallContent } from "@agentclientprotocol/sdk";
import {
  type CallFacts,
  hasRunText,
  type ProgramQuestion,
  programSource,
  questionPlaceText,
  spelledOut,
} from "@toolwright/view/internal";
import { fencedContent } from "./call-content.ts";

/** Where in its program a call is that is asked about: the place, the lines around it, and what has run by now. */
export function placeInProgram(question: ProgramQuestion): ToolCallContent[] {
  const { around, line } = question;
  const lines = around.map(({ number, text }) => spelledOut(`${number === line ? ">" : " "} ${number}  ${text}`));
  return [
    fencedContent(`${questionPlaceText(question)}\n${hasRunText(question)}`),
    ...(lines.length === 0 ? [] : [fencedContent(lines.join("\n"), "js")]),
  ];
}

/** The source of a call that is a program; nothing for every other call. */
export function sourceContent(call: Pick<CallFacts, "args" | "replays">): ToolCallContent[] {
  const source = programSource(call);
  return source === undefined ? [] : [fencedContent(spelledOut(source), "js")];
}
