import { ToolError } from "@toolwright/core";

/**
 * A pattern that cannot be used, with what to do about it. Its reason is `ACROSS_LINES` where it only wants to reach
 * over lines, `UNSUPPORTED` where it asks for more than ripgrep's syntax has, else `BAD_PATTERN`.
 */
export function badPattern(problem: string): ToolError {
  const kind = KINDS.find(({ says }) => says.test(problem)) ?? { reason: "BAD_PATTERN", advice: FIXED };
  return new ToolError(`The pattern is not a valid regular expression: ${problem}.`, {
    code: "user_error",
    reason: kind.reason,
    suggestion: kind.advice,
  });
}

const FIXED = "Escape it or set fixed=true.";

const KINDS = [
  { says: /is not allowed in a regex/, reason: "ACROSS_LINES", advice: "Set multiline=true." },
  {
    says: /look-around|backreferences|size limit|too long/,
    reason: "UNSUPPORTED",
    advice: "Search for less, without look-around and back-references.",
  },
] as const;
