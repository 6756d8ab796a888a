import { useState } from "react";
import type { EditedField } from "./edited-arguments.ts";

/** What is half written to a question. */
interface AnswerDraft {
  readonly step: "edit" | "note";
  readonly note: string;
  /** Arguments, where they are edited. */
  readonly fields: readonly EditedField[];
  /** What an MCP server is answered, by the names of its fields. */
  readonly typed: ReadonlyMap<string, string>;
}

/**
 * By question, as long as the page is open: a card leaves the page with its conversation, and where it moves into a
 * fold.
 */
const drafts = new Map<string, Partial<AnswerDraft>>();

/** A part of what is half written to a question: a state that outlives the card. */
export function useDraft<Part extends keyof AnswerDraft>(
  approvalId: string,
  part: Part,
  initial: () => AnswerDraft[Part],
): readonly [value: AnswerDraft[Part], write: (value: AnswerDraft[Part]) => void] {
  const [value, setValue] = useState(() => drafts.get(approvalId)?.[part] ?? initial());
  const write = (written: AnswerDraft[Part]) => {
    drafts.set(approvalId, { ...drafts.get(approvalId), [part]: written });
    setValue(() => written);
  };
  return [value, write];
}

/** The step in which something was half written. */
export function draftStep(approvalId: string): AnswerDraft["step"] | undefined {
  return drafts.get(approvalId)?.step;
}

/** Begins a step anew, or ends with undefined. */
export function beginDraft(approvalId: string, step: AnswerDraft["step"] | undefined): void {
  if (step === undefined) drafts.delete(approvalId);
  else drafts.set(approvalId, { step });
}
