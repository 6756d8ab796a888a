import { meetsHiddenSecret, SECRET_EXAMPLES } from "../paths/secret-names.ts";
import { expandBraces, MAX_WORDS } from "../read/expand-braces.ts";
import type { ShellWord } from "../read/shell-word.ts";
import { escapeGlob } from "../read/shell-word.ts";
import { inSmallLetters } from "../rules/glob-token.ts";
import { parseSegment, segmentsMeet } from "../rules/segment-glob.ts";
import { type Finding, guard } from "../verdict/finding.ts";

/** A pattern of a search that shows files which may hold secrets, hidden ones too. */
export function onlyFindings(word: ShellWord, name: string): readonly Finding[] {
  if (word.prefix.startsWith("!")) return [];
  if (word.form === "dynamic") return [guard(`Which files ${word.text} lets ${name} search cannot be known.`)];
  return matchesSecret(word.value) ? [guard(`${word.value} lets ${name} search files that may hold secrets.`)] : [];
}

/** Would a pattern of names, whose wildcards match hidden names too, match a file that holds secrets? */
export function matchesSecret(pattern: string): boolean {
  const last = pattern.slice(pattern.replace(/\/+$/, "").lastIndexOf("/") + 1).replace(/\/+$/, "");
  return alternatives(last).some((one) => {
    // What begins with a star could always be meant: there only names that are likely count.
    if (meetsHiddenSecret(one)) return true;
    const glob = parseSegment(one, inSmallLetters);
    return SECRET_EXAMPLES.some((secret) => segmentsMeet(glob, parseSegment(escapeGlob(secret))));
  });
}

/** `{a,b}` in the patterns of ripgrep; what is left of braces, or too much of them, is taken for a wildcard. */
function alternatives(pattern: string): readonly string[] {
  const all = expandBraces(pattern);
  const isWhole = all.length < MAX_WORDS && !all.some((one) => /[{}]/.test(one));
  return isWhole ? all : [pattern.replace(/\{.*\}?/s, "*")];
}
