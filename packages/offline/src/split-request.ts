import { chooseTool } from "./choose-tool.ts";
import { BLANK } from "./find-values.ts";
import type { KnownTool } from "./known-tool.ts";
import { FILLER, SYNONYMS } from "./vocabulary.ts";
import { stemOf, wordsOf } from "./words.ts";

/** Words that always part one link from the next. */
const HARD =
  /\s*;\s*|^\s*[-*•]\s+|\s*\n\s*(?:(?:\d{1,2}[.)]|[-*•])\s+)?|(?:^|\s+)\d{1,2}[.)]\s+(?=\p{L})|[,.]?\s+(?:and\s+)?(?:then|after that|afterwards|finally|lastly)\b,?\s*|\.\s+next,\s*/giu;

/** Places that part two links only when each side makes a call by itself. */
const SOFT = /[.!?]\s+|,?\s+and\s+(?:also\s+)?|,\s+/gi;

const QUOTED = /```[^`]*```|`[^`\n]*`|"[^"]*"|“[^”]*”|(?<![\p{L}\p{N}])'[^'\n]*'(?!\p{L})/gu;
const MAX_SOFT = 6;

/** Parts a request into its links, in order: "list src, then read it; and tell me the time" has three. */
export function splitRequest(request: string, tools: readonly KnownTool[]): string[] {
  const links = partAt(request, HARD).flatMap((link) => partSoftly(link, tools));
  return links
    .map((link) => link.trim().replace(/(?<=\p{L})[.!]+$/u, ""))
    .filter((link) => wordsOf(link).length > 0 && !isCourtesy(link));
}

function partAt(text: string, separator: RegExp): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const match of masked(text).matchAll(separator)) {
    parts.push(text.slice(from, match.index));
    from = match.index + match[0].length;
  }
  return [...parts, text.slice(from)];
}

function partSoftly(link: string, tools: readonly KnownTool[]): string[] {
  const places = [...masked(link).matchAll(SOFT)].slice(0, MAX_SOFT);
  for (const match of places) {
    const left = link.slice(0, match.index);
    const right = link.slice(match.index + match[0].length);
    if (startsAction(right, tools) && makesCall(left, tools) && makesCallAtStart(right, tools))
      return [left, ...partSoftly(right, tools)];
  }
  return [link];
}

/** The rest of a link may itself be several links, so its first part is enough. */
function makesCallAtStart(text: string, tools: readonly KnownTool[]): boolean {
  return makesCall(text, tools) || makesCall(text.split(/[.!?]\s|,\s|\sand\s/i, 1)[0] ?? "", tools);
}

function makesCall(text: string, tools: readonly KnownTool[]): boolean {
  return chooseTool(text, tools, "it").kind === "call";
}

const ACTIONS = new Set(SYNONYMS.flat().map(stemOf));

function startsAction(text: string, tools: readonly KnownTool[]): boolean {
  const first = wordsOf(text).find(({ text: word }) => !/^(?:please|also|me|can|could|you|now)$/i.test(word));
  if (first === undefined) return false;
  return (
    ACTIONS.has(first.stem) ||
    /^(?:what|tell|give|who|where|how)/i.test(first.text) ||
    tools.some((tool) => tool.nameStems.includes(first.stem))
  );
}

function isCourtesy(link: string): boolean {
  return (
    wordsOf(link).every(({ text }) =>
      /^(?:please|thanks?|thank|you|hi|hello|hey|ok|okay|first|and|then)$/i.test(text),
    ) && wordsOf(link).every(({ text }) => FILLER.has(text.toLowerCase()))
  );
}

function masked(text: string): string {
  return text.replace(QUOTED, (match) => BLANK.repeat(match.length));
}
