import {
  type CallPreview,
  callPreviewIn,
  fieldIn,
  type PendingQuestion,
  serverQuestion,
  spelledOnOneLine,
  textIn,
} from "@toolwright/view/internal";
import { callNotes } from "../cards/frame/call-notes.ts";
import { jsonText } from "../cards/json-text.ts";
import type { Approvals } from "./approvals.ts";

/** A question that waits, as one line among others. */
export interface OpenQuestion {
  readonly approvalId: string;
  readonly toolName: string;
  /** What it would run with. */
  readonly line: string;
  readonly reason: string | undefined;
  /** What it would do, and the name of exactly that. */
  readonly shows: CallPreview;
  readonly preview: string | undefined;
  /** Undefined where that is not known. */
  readonly reach: PendingQuestion["reach"];
  /** It may be allowed together with others. */
  readonly isUndoable: boolean;
}

/**
 * The questions of a message that wait, in the order of their calls: those alone that the server has, and that ask for
 * no more than a yes or a no.
 */
export function openQuestions(
  parts: readonly unknown[],
  { argumentsFor, reachFor, isUndoable }: Pick<Approvals, "argumentsFor" | "reachFor" | "isUndoable">,
): readonly OpenQuestion[] {
  return parts.flatMap((part) => {
    const asked = openQuestion(part, parts);
    const args = asked && argumentsFor?.(asked.approvalId);
    if (asked === undefined || args === undefined || serverQuestion(asked.toolName, args) !== undefined) return [];
    const { approvalId, toolName } = asked;
    return {
      ...asked,
      line: lineOf(args),
      reach: reachFor?.(approvalId),
      isUndoable: isUndoable?.(approvalId, toolName) === true,
    };
  });
}

/** Undefined for what is no call, is over, was not asked about, or has its answer. */
function openQuestion(part: unknown, parts: readonly unknown[]) {
  if (fieldIn(part, "type") !== "tool-call" || fieldIn(part, "result") !== undefined) return undefined;
  const { question, decision } = callNotes(parts, textIn(part, "toolCallId") ?? "");
  const approval = fieldIn(part, "approval");
  const isAnswered = ["approved", "resolution"].some((name) => fieldIn(approval, name) !== undefined);
  const approvalId = textIn(approval, "id") ?? textIn(question, "approvalId");
  if (isAnswered || decision !== undefined || approvalId === undefined) return undefined;
  const toolName = textIn(question, "toolName") ?? textIn(part, "toolName") ?? "";
  const reason = textIn(question, "reason") ?? textIn(approval, "prompt");
  const preview = textIn(question, "preview");
  return { approvalId, toolName, reason, shows: callPreviewIn(question) ?? {}, preview };
}

/** Characters of a line; the card of the call shows all of it. */
const MOST = 300;

/** What of the arguments says most. */
const SAID_BY = ["command", "file_path", "path", "url"] as const;

/** What a call is about, in one line: its command, its path, or all that it takes. */
export function lineOf(args: unknown): string {
  const [said] = SAID_BY.flatMap((name) => textIn(args, name) ?? []);
  const whole = spelledOnOneLine(said ?? jsonText(args));
  return whole.length > MOST ? `${whole.slice(0, MOST)}…` : whole;
}
