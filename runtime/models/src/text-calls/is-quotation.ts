import type { Message } from "@toolwright/core";
import { contentText } from "@toolwright/core/internal";

/** Calls in a text, and what stands before them. */
export interface Quoted {
  readonly lead: string;
  /** Each call as it was written. */
  readonly written: readonly string[];
}

/**
 * Whether calls at the end of a text are only shown to a person: the sentence before them says so, or they stand in
 * what the model was given to read. Taking those would let any file that is read out run tools.
 */
export function isQuotation({ lead, written }: Quoted, messages: readonly Message[]): boolean {
  const paragraph =
    lead
      .trim()
      .split(/\n\s*\n/)
      .at(-1) ?? "";
  if (EXAMPLE.test(paragraph.slice(-300))) return true;
  const read = messages
    .filter(({ role }) => role === "user" || role === "tool")
    .map(({ content }) => bare(contentText(content)));
  return written.map(bare).some((call) => read.some((text) => text.includes(call)));
}

/** Sentences that lead to an example, not to a deed. */
const EXAMPLE = /\b(examples?|e\.g\.|for instance|such as|looks? like|would be|could be|format|schema|syntax)\b/i;

/** The marks that some models put into a call. */
const MARKS = /<[|｜][^<>]{1,40}[|｜]>|\[(?:TOOL_CALLS|ARGS)\]|\[CALL_ID\]\w*|```(?:json)?|functions\.|:\d+(?=\s*\{)/g;

/** Quoting changes blanks and marks, and tools put numbers before lines. */
function bare(text: string): string {
  return text
    .replace(MARKS, "")
    .replace(/^[^\S\n]*\d+[^\S\n]*[\t|→:]/gm, "")
    .replace(/[\s\\`>]+/g, "");
}
