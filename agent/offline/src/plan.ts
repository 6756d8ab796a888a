import type { Json, JsonObject, LlmToolDefinition } from "@toolwright/core";
import { chooseTool, type PlannedCall } from "./choose-tool.ts";
import { BLANK, refersBack } from "./find-values.ts";
import { type KnownTool, readTool } from "./known-tool.ts";
import { type Outcome, report } from "./report.ts";
import { looksLikePath } from "./value-forms.ts";
import { FILLER, SYNONYMS } from "./vocabulary.ts";
import { stemOf, wordsOf } from "./words.ts";

/** A call that was already made for this request, and what came of it. */
export interface PriorResult {
  readonly name: string;
  readonly arguments: JsonObject;
  readonly text: string;
  readonly failed: boolean;
}

/** What to do next: one call, or the final answer. */
export type Step =
  | { readonly kind: "call"; readonly call: PlannedCall }
  | { readonly kind: "answer"; readonly text: string };

/** How many links of a request are run; the answer names the ones that were not. */
export const MAX_LINKS = 5;

const MAX_REQUEST = 4000;

/**
 * Decides the next step for a request: a pure function of the request, the tools and the results so far.
 * The links of a chain run in order; one that refers back to a link that failed is left out. Reads 4,000 characters.
 */
export function plan(request: string, definitions: readonly LlmToolDefinition[], prior: readonly PriorResult[]): Step {
  const tools = definitions.map(readTool);
  const links = splitRequest(request.slice(0, MAX_REQUEST), tools);
  const progress: Progress = { tools, prior, outcomes: [], used: 0, path: undefined };
  for (const link of links.slice(0, MAX_LINKS)) {
    const call = follow(link, progress);
    if (call !== undefined) return { kind: "call", call };
  }
  const over = links.slice(MAX_LINKS).map((link): Outcome => ({ kind: "too_many", link }));
  return { kind: "answer", text: report([...progress.outcomes, ...over], tools) };
}

interface Progress {
  readonly tools: readonly KnownTool[];
  readonly prior: readonly PriorResult[];
  readonly outcomes: Outcome[];
  /** How many of the prior results belong to links already followed. */
  used: number;
  /** What "it" stands for. */
  path: string | undefined;
}

/** Goes over one link: the first of its calls that has no result yet, or nothing when the link is settled. */
function follow(link: string, progress: Progress): PlannedCall | undefined {
  const { outcomes, tools, prior } = progress;
  if (hasFailed(outcomes) && refersBack(link)) {
    outcomes.push({ kind: "left_out", link });
    return undefined;
  }
  const choice = chooseTool(link, tools, progress.path);
  if (choice.kind !== "call") outcomes.push({ ...choice, link });
  for (const call of choice.kind === "call" ? choice.calls : []) {
    const result = prior[progress.used];
    if (result === undefined) return call;
    progress.used += 1;
    progress.path = pathIn(result) ?? progress.path;
    outcomes.push({ kind: "ran", result });
  }
  return undefined;
}

function hasFailed(outcomes: readonly Outcome[]): boolean {
  const last = outcomes.at(-1);
  return last !== undefined && (last.kind !== "ran" || last.result.failed);
}

/** The path that "it" means after a call: the one line of its result that is a path, else the path it was given. */
function pathIn({ arguments: given, text, failed }: PriorResult): string | undefined {
  const lines = text.slice(0, 1000).trim().split("\n");
  const only = lines.length === 1 ? lines[0]?.trim() : undefined;
  if (!failed && only !== undefined && !only.includes(" ") && looksLikePath(only)) return only;
  return stringsIn(given).find((each) => looksLikePath(each) && !each.includes("*") && !each.includes("://"));
}

function stringsIn(json: Json): string[] {
  if (typeof json === "string") return [json];
  return typeof json === "object" && json !== null ? Object.values(json).flatMap(stringsIn) : [];
}

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
