import {
  type CallFacts,
  fieldIn,
  numberIn,
  type Program,
  type ProgramQuestion,
  Programs,
  questionIn,
  textIn,
} from "@toolwright/view/internal";
import { callNotes, isCall } from "../frame/call-notes.ts";
import { parsedJson } from "../json-text.ts";

// One pass for all programs of a message, as often as the message changes.
const known = new WeakMap<readonly unknown[], Programs>();

/** The program that a call is, as far as the parts of its message tell; undefined for every other call. */
export function programIn(parts: readonly unknown[], toolCallId: string): Program | undefined {
  return programsIn(parts).program(toolCallId);
}

/** Where in its program a call is; undefined for one that is in none. */
export function questionOf(parts: readonly unknown[], toolCallId: string): ProgramQuestion | undefined {
  return questionIn(programsIn(parts), toolCallId);
}

function programsIn(parts: readonly unknown[]): Programs {
  const programs = known.get(parts) ?? new Programs(parts.filter(isCall).map((part) => factsOf(part, parts)));
  known.set(parts, programs);
  return programs;
}

function factsOf(part: unknown, parts: readonly unknown[]): CallFacts {
  const toolCallId = textIn(part, "toolCallId") ?? "";
  const { start, end, isRunning } = callNotes(parts, toolCallId);
  const [parentId, line] = [textIn(part, "parentId"), numberIn(start, "line")];
  const [durationMs, code] = [numberIn(end, "durationMs"), textIn(end, "code")];
  const startedAt = numberIn(fieldIn(part, "timing"), "startedAt") ?? 0;
  const approval = approvalOf(part, parts);
  return {
    toolCallId,
    toolName: textIn(part, "toolName") ?? "",
    args: fieldIn(part, "args") ?? parsedJson(textIn(part, "argsText") ?? ""),
    startedAt,
    ...(parentId !== undefined && { parentId }),
    ...(line !== undefined && { line }),
    ...(fieldIn(start, "replays") === true && { replays: true }),
    ...(isRunning && { runningAt: startedAt }),
    ...(durationMs !== undefined && { durationMs }),
    ...(code !== undefined && { code }),
    ...resultOf(part),
    ...(approval !== undefined && { approval }),
  };
}

function resultOf(part: unknown): Pick<CallFacts, "result" | "isError"> {
  const result = fieldIn(part, "result");
  return result === undefined ? {} : { result, isError: fieldIn(part, "isError") === true };
}

/** The question of the part itself, or the one that is told beside it. */
function approvalOf(part: unknown, parts: readonly unknown[]): CallFacts["approval"] {
  const { question, decision } = callNotes(parts, textIn(part, "toolCallId") ?? "");
  const approval = fieldIn(part, "approval");
  if (approval === undefined && question === undefined) return undefined;
  const askedAt = numberIn(question, "askedAt") ?? numberIn(question, "time");
  const approve = fieldIn(approval, "approved") ?? fieldIn(decision, "approve");
  const given = fieldIn(decision, "arguments");
  return {
    ...(askedAt !== undefined && { askedAt }),
    ...(typeof approve === "boolean" && { decision: { approve, ...(given !== undefined && { arguments: given }) } }),
  };
}
