import type { Steps } from "./steps.ts";

/** Takes the steps of parsing, in which expansions are read anew for each one around, here-documents for each one. */
export function takeParsing(text: string, steps: Steps): void {
  steps.takeText(text.length * (1 + Math.floor(mostDepth(text) / LEVELS)));
  steps.take(Math.floor(occurrences(text, /<</g) ** 2 / COMPARED));
}

/** So many expansions in each other the parser reads as fast as a plain text. */
const LEVELS = 6;

/** So many here-documents are looked at in one step. */
const COMPARED = 1_000;

/** How deep expansions may stand in each other: as many as there are, but for those that are sure to stand alone. */
function mostDepth(text: string): number {
  return occurrences(text.replace(PLAIN_PARAMETER, "").replace(PLAIN_SUBSTITUTION, ""), /[$<>]\(|\$\{/g);
}

const PLAIN_PARAMETER = /\$\{[\w@*#?!:./%,+=^-]*\}/g;

/** A parenthesis closes it that no quote, comment or `case` can have taken the meaning from. */
const PLAIN_SUBSTITUTION = /[$<>]\((?:[^()'"`\\#<{c]|c(?!ase)|'[^'()`{]*'|"[^"()`{\\]*")*\)/g;

function occurrences(text: string, sought: RegExp): number {
  let count = 0;
  for (const _ of text.matchAll(sought)) count += 1;
  return count;
}
