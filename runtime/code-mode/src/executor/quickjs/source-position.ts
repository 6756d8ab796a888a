/** The file name that the machine gives to the source. */
export const sourceFile = "program.js";
/** The wrapper stands on the first line of the source, so that no line moves. */
export const wrapperStart = "async function () {";

export interface SourcePosition {
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/** Where in the source the innermost frame of a stack stands. */
export function sourcePosition(stack: string): SourcePosition | undefined {
  const found = /program\.js:(\d{1,7}):(\d{1,9})/.exec(stack);
  if (!found) return undefined;
  const line = Number(found[1]);
  const column = Number(found[2]);
  return { line, column: line === 1 ? Math.max(1, column - wrapperStart.length - 1) : column };
}
