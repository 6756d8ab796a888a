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
    const divider = lines.findIndex((one, index) => index > at && DIVIDER.test(one));
    const end = lines.findIndex((one, index) => index > divider && REPLACE.test(one));
    if (divider <= at + 1 || end === -1) return undefined;
    const removed = given.slice(at + 1, divider).map((one) => `-${one}`);
    hunks.push("@@", ...removed, ...given.slice(divider + 1, end).map((one) => `+${one}`));
    at = end + 1;
  }
  return hunks.length === 0 ? undefined : hunks;
}
