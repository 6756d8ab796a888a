import { ABBREVIATIONS, SYNONYMS } from "./vocabulary.ts";

/** One word of a text: as written, and cut back to its stem. */
export interface Word {
  readonly text: string;
  readonly stem: string;
  readonly start: number;
  readonly end: number;
}

const SAME_GROUP = 0.7;

/** The words of a text in order. */
export function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu)].map((match) => ({
    text: match[0],
    stem: stemOf(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** The stems in an identifier: `fileCount`, `file_count` and `file-count` give `file` and `count`. */
export function nameStems(name: string): string[] {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  const parts = spaced.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== "");
  return parts.map((part) => stemOf(Object.hasOwn(ABBREVIATIONS, part) ? (ABBREVIATIONS[part] ?? part) : part));
}

/** Cuts the common English endings off a word. Not a linguist: it only has to treat both sides alike. */
export function stemOf(word: string): string {
  let stem = word.toLowerCase().replace(/['’]s$/, "");
  if (stem.length <= 3) return stem;
  stem = stem.replace(/ies$/, "y").replace(/([^su])s$/, "$1");
  stem = withoutEnding(stem, "ly");
  for (const ending of ["ing", "ed", "ion"]) stem = withoutEnding(stem, ending);
  stem = stem.replace(/([\p{L}]{5,})(?:er|or)$/u, "$1");
  return stem.length > 3 ? stem.replace(/([bdgmnprt])\1$/, "$1").replace(/e$/, "") : stem;
}

/** How close two stems are: 1 when equal, 0.7 when they share a group of synonyms, else 0. */
export function relatedness(left: string, right: string): number {
  if (left === right) return 1;
  const groups = GROUPS.get(left);
  const others = GROUPS.get(right);
  if (groups === undefined || others === undefined) return 0;
  return groups.some((group) => others.includes(group)) ? SAME_GROUP : 0;
}

function withoutEnding(stem: string, ending: string): string {
  const rest = stem.endsWith(ending) ? stem.slice(0, -ending.length) : stem;
  return rest.length >= 3 && /[aeiouy]/.test(rest) ? rest : stem;
}

const GROUPS = groupsByStem();

function groupsByStem(): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const [index, words] of SYNONYMS.entries()) {
    for (const word of words) {
      const stem = stemOf(word);
      groups.set(stem, [...(groups.get(stem) ?? []), index]);
    }
  }
  return groups;
}
