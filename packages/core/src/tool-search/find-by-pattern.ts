import { ToolError } from "../result/tool-error.ts";
import { compileLinearRegExp } from "../text/linear-regexp.ts";
import type { Tool } from "../tool/tool.ts";

/** The tools whose name or description matches, whatever the case. Throws a `ToolError` for a pattern that is none. */
export function findByPattern(tools: readonly Tool[], pattern: string): Tool[] {
  const compiled = compileLinearRegExp(inLowerCase(pattern));
  if (!compiled.ok) {
    throw new ToolError(`The regular expression cannot be used: ${compiled.problem}.`, {
      code: "user_error",
      suggestion: "Search for plain words, without regex.",
    });
  }
  const { regexp } = compiled;
  const matches = (text: string) => regexp.test(text.toLowerCase());
  return tools.filter(({ name, description }) => matches(name) || matches(description));
}

/** An escape means something else in the other case: `\S` is not `\s`. */
function inLowerCase(pattern: string): string {
  return pattern.replace(/\\[\s\S]|[^\\]+/g, (piece) => (piece.startsWith("\\") ? piece : piece.toLowerCase()));
}
