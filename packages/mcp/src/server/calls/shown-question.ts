import type { ApprovalRequest } from "@toolwright/core";
import { cutStart } from "@toolwright/core/internal";

/** Characters of the arguments that a question shows. */
const MAX_ARGUMENTS = 4_000;

/** What a person is asked: the tool, why, and its arguments whole where they are not too long. */
export function shownQuestion(tool: string, { arguments: args, reason }: ApprovalRequest): string {
  const text = JSON.stringify(args, null, 2);
  const shown =
    text.length > MAX_ARGUMENTS
      ? `${cutStart(text, MAX_ARGUMENTS)}\n… ${text.length - MAX_ARGUMENTS} more characters`
      : text;
  // What is not seen, or turns the direction of writing, is spelled out.
  const visible = shown.replace(/[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
  return [`May ${tool} run?`, reason, visible].filter((line) => line !== undefined && line !== "").join("\n");
}
