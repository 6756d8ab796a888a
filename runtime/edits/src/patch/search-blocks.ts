const SEARCH = /^(?:<{5,9}|-{5,9}) ?SEARCH>?$/;
const DIVIDER = /^={5,9}$/;
const REPLACE = /^(?:>{5,9}|\+{5,9}) ?REPLACE>?$/;

/** What may stand around a block. */
const BETWEEN = /^\s*(?:```[\w+-]*)?\s*$/;

/**
 * Blocks of SEARCH and REPLACE, as Aider and Cline write them, as the lines of hunks. Undefined where a text is
 * anything else, or a block searches for nothing, which no hunk can say.
 */
export function searchBlocksAsHunks(given: readonly string[], path: string): readonly string[] | undefined {
  const lines = given.map((line) => line.trimEnd());
  const hunks: string[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? "";
    if (!SEARCH.test(line)) {
      if (!BETWEEN.test(line) && line.trim() !== path) return undefined;
      at += 1;
      continue;
    }
    const divider = nextLine(lines, at, DIVIDER);
    const end = nextLine(lines, divider, REPLACE);
    if (divider <= at + 1 || end === -1) return undefined;
    hunks.push("@@");
    add(hunks, "-", given.slice(at + 1, divider));
    add(hunks, "+", given.slice(divider + 1, end));
    at = end + 1;
  }
  return hunks.length === 0 ? undefined : hunks;
}

function add(hunks: string[], mark: string, lines: readonly string[]): void {
  for (const line of lines) hunks.push(mark + line);
}

/** Where the next such line behind a place stands, or -1. */
function nextLine(lines: readonly string[], from: number, what: RegExp): number {
  for (let at = from + 1; at < lines.length; at += 1) if (what.test(lines[at] ?? "")) return at;
  return -1;
}
