import { awkProgramIsHarmless } from "./awk.ts";
import { sedScriptIsHarmless } from "./sed.ts";

/** Readers of programs on the line, by the name in `code(…)`: true when all of it is understood and harmless. */
export const READERS: ReadonlyMap<string, (program: string) => boolean> = new Map([
  ["awk", awkProgramIsHarmless],
  ["jq", jqFilterIsHarmless],
  ["sed", sedScriptIsHarmless],
]);

/**
 * True when a jq filter loads no module, reads no further input by name and shows no environment. Strings are looked
 * through as well: `\(…)` in them is a filter again. A comment may stand between `$` and the name.
 */
export function jqFilterIsHarmless(filter: string): boolean {
  const fields = filter.replaceAll(/(?<!\.)\.(?:env|include|import)\b(?!\s*[:(])/g, ".x");
  return !UNSAFE.test(fields) && !/\$\s*(?:ENV|__|#)/.test(fields);
}

const UNSAFE = /\b(?:import|include|modulemeta|env|get_search_list)\b/;
