import { fieldIn, textIn } from "@toolwright/view/internal";
import { callNotes } from "../cards/frame/call-notes.ts";
import type { Approvals } from "./approvals.ts";

interface OpenQuestion {
  readonly approvalId: string;
  readonly toolName: string;
}

/**
 * The ids of the questions in a message that one answer may allow together, in their order: all of its calls that are
 * not over have been asked about, all for one tool, and what that tool does can be undone. None otherwise, or where the
 * server does not know of one of them yet: nobody allows what was not shown.
 */
export function questionsTogether(
  parts: readonly unknown[],
  { riskOf, argumentsFor }: Pick<Approvals, "riskOf" | "argumentsFor">,
): readonly string[] {
  const questions = waitingCalls(parts).map((part) => openQuestion(part, parts));
  const [first] = questions;
  if (first === undefined || riskOf?.(first.toolName)?.isUndoable !== true) return [];
  const asked = questions.flatMap((question) => (question?.toolName === first.toolName ? [question.approvalId] : []));
  const areAllKnown = asked.every((approvalId) => argumentsFor?.(approvalId) !== undefined);
  return areAllKnown && asked.length === questions.length ? asked : [];
}

/** The calls that are not over, without those that wait for a call inside them. */
function waitingCalls(parts: readonly unknown[]): readonly unknown[] {
  const open = parts.filter((part) => fieldIn(part, "type") === "tool-call" && fieldIn(part, "result") === undefined);
  const outer = new Set(open.map((part) => textIn(part, "parentId")));
  return open.filter((part) => !outer.has(textIn(part, "toolCallId")));
}

/** Undefined for a call that was not asked about, or has its answer. */
function openQuestion(part: unknown, parts: readonly unknown[]): OpenQuestion | undefined {
  const { question, decision } = callNotes(parts, textIn(part, "toolCallId") ?? "");
  const approval = fieldIn(part, "approval");
  const isAnswered = ["approved", "resolution"].some((name) => fieldIn(approval, name) !== undefined);
  const approvalId = textIn(approval, "id") ?? textIn(question, "approvalId");
  if (isAnswered || decision !== undefined || approvalId === undefined) return undefined;
  return { approvalId, toolName: textIn(question, "toolName") ?? textIn(part, "toolName") ?? "" };
}
