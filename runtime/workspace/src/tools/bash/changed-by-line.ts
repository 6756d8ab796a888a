import type { ToolResult } from "@toolwright/core";
import { notFoundName } from "./bash-result.ts";
import type { ShellOutcome } from "./run-shell.ts";

/** A line that has come to its end. */
export interface EndedLine {
  readonly command: string;
  readonly outcome: ShellOutcome;
  readonly stderr: string;
  /** What the record of the workspace's files says: true where some changed, undefined and false where it is none. */
  readonly record: boolean | "unchanged" | undefined;
}

/**
 * What a line has changed, where its end does not say it. One that failed may have changed something before, and one
 * that changed no file that is recorded something that is not, such as a file that git ignores, or a commit.
 */
export function changedByLine(line: EndedLine): ToolResult["changed"] {
  const { outcome, record } = line;
  if (record === true) return undefined;
  if (startedNothing(line)) return "nothing";
  return record === "unchanged" || outcome.kind !== "exited" || outcome.code !== 0 ? "unknown" : undefined;
}

const NOT_FOUND = 127;

/** One program with plain words: a redirection or a substitution does something even where the program is missing. */
const PLAIN = /^\s*([\w./+-]+)(?:[ \t][^<>|&;$`()\n]*)?$/;

/** Whether the line is one program that was not found. */
function startedNothing({ command, outcome, stderr }: EndedLine): boolean {
  if (outcome.kind !== "exited" || outcome.code !== NOT_FOUND) return false;
  const [, program] = PLAIN.exec(command) ?? [];
  return program !== undefined && program === notFoundName(stderr);
}
