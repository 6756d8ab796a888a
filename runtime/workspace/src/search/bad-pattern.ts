import { ToolError } from "@toolwright/core";

/** A pattern that cannot be used, with what to do about it. */
export function badPattern(problem: string): ToolError {
  const acrossLines = problem.includes("is not allowed in a regex");
  return new ToolError(`The pattern is not a valid regular expression: ${problem}.`, {
    code: "user_error",
    suggestion: acrossLines ? "Set multiline=true." : "Escape it or set fixed=true.",
  });
}
