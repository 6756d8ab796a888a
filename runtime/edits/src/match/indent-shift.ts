/** The blanks that every line of a block has more, or less, than what was asked for. */
export interface IndentShift {
  readonly kind: "add" | "remove";
  readonly prefix: string;
}

/** Two lines that are equal but for their indentation. */
export interface LinePair {
  readonly wanted: string;
  readonly actual: string;
}

/**
 * The one shift that turns all the wanted lines into the actual ones, blank lines aside; undefined when there is none.
 */
export function indentShift(pairs: Iterable<LinePair>): IndentShift | undefined {
  let shift: IndentShift | undefined;
  for (const { wanted, actual } of pairs) {
    if (actual.trim() === "") continue;
    const own = shiftOfLine(indentOf(wanted), indentOf(actual));
    if (own === undefined) return undefined;
    shift ??= own;
    if (own.kind !== shift.kind || own.prefix !== shift.prefix) return undefined;
  }
  return shift;
}

/** Shifts every line that is not blank. Gives the 1-based number of the first line that lacks the prefix to remove. */
export function shiftLines(text: string, { kind, prefix }: IndentShift): string | { readonly badLine: number } {
  if (prefix === "") return text;
  const shifted: string[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const blank = line.trim() === "";
    if (kind === "remove" && !blank && !line.startsWith(prefix)) return { badLine: index + 1 };
    if (kind === "add") shifted.push(blank ? line : prefix + line);
    else shifted.push(line.startsWith(prefix) ? line.slice(prefix.length) : line);
  }
  return shifted.join("\n");
}

/** `4 spaces`, `1 tab`, `3 blanks`. */
export function describeBlanks(blanks: string): string {
  const name = /^ *$/.test(blanks) ? "space" : /^\t*$/.test(blanks) ? "tab" : "blank";
  return `${blanks.length} ${name}${blanks.length === 1 ? "" : "s"}`;
}

/** The blanks at the start of a line. */
export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

function shiftOfLine(wanted: string, actual: string): IndentShift | undefined {
  if (actual.endsWith(wanted)) return { kind: "add", prefix: actual.slice(0, actual.length - wanted.length) };
  if (wanted.endsWith(actual)) return { kind: "remove", prefix: wanted.slice(0, wanted.length - actual.length) };
  return undefined;
}
