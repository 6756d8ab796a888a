import type { ProgramError } from "../program-executor.ts";
import { sourcePosition } from "./source-position.ts";

/** What is wrong with a source that does not parse, and where. The machine counts the wrapper's last line, too. */
export function syntaxError(source: string, message: string, stack: string): ProgramError {
  const lines = source.split("\n");
  const position = sourcePosition(stack);
  const words = message.replace(/^[A-Z]/, (first) => first.toLowerCase()).replace(/'/g, '"');
  const error = { name: "SyntaxError", isInvalid: true } as const;
  if (!position) return { ...error, message: words };
  if (position.line <= lines.length) return { ...error, message: words, ...position };
  // The wrapper's own end was not understood. Its brace stands first on that line, its parenthesis second.
  if (position.column === 1) return { ...error, message: 'a "}" too many' };
  const last = lines.at(-1) ?? "";
  return { ...error, message: "unexpected end of the program", line: lines.length, column: last.length + 1 };
}
