import type { JsonObject } from "@toolwright/core";
import { type Filled, fillArguments, type Material } from "./fill-arguments.ts";
import { findPhrases } from "./find-phrases.ts";
import { findValues, replaceReferences } from "./find-values.ts";
import type { KnownTool } from "./known-tool.ts";
import type { Parameter } from "./parameter.ts";
import { type PlacedValue, surroundings } from "./surroundings.ts";
import { isFilePath } from "./value-forms.ts";
import { FILLER } from "./vocabulary.ts";
import { relatedness, stemOf, wordsOf } from "./words.ts";

/** A call to make, with arguments that fit the tool's schema. */
export interface PlannedCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** What one link of a request comes to: a call, a tool that lacks something, or nothing. */
export type Choice =
  | { readonly kind: "call"; readonly calls: readonly PlannedCall[] }
  | { readonly kind: "incomplete"; readonly name: string; readonly missing: readonly Parameter[] }
  | { readonly kind: "none" };

/** Enough for any request a person writes; keeps the work per tool bounded. */
const MAX_VALUES = 40;

/** The least score of a call. */
export const CALL_SCORE = 2;

/** The least a tool's own words must say for it, whatever values would fit its parameters. */
const WORD_SCORE = 1;

const UNEXPLAINED_WORD = 0.75;
/** The word "folder" tells less than a verb: most tools over files take one. */
const FOLDER_WORD = 0.4;

/** For a request of which more is unexplained than explained. */
const OFF_TOPIC = 2;
const UNUSED_VALUE = 1.5;
const MISSING_ARGUMENT = 1;

/** Picks the tool that a request speaks of, by words and by the values it brings; `path` is what "it" stands for. */
export function chooseTool(request: string, tools: readonly KnownTool[], path?: string): Choice {
  if (NOT_A_TASK.some((pattern) => pattern.test(request.trim()))) return { kind: "none" };
  const parts = takeApart(request, path);
  const scored = tools.map((tool) => score(tool, parts, tools));
  const best = scored.reduce(
    (top: Scored | undefined, each) => (top === undefined || each.total > top.total ? each : top),
    undefined,
  );
  if (best === undefined || best.words < WORD_SCORE) return { kind: "none" };
  const { missing } = best.filled;
  if (missing.length > 0)
    return best.total + MISSING_ARGUMENT * missing.length < CALL_SCORE
      ? { kind: "none" }
      : { kind: "incomplete", name: best.tool.name, missing };
  if (best.total < CALL_SCORE) return { kind: "none" };
  const { name } = best.tool;
  return {
    kind: "call",
    calls: [best.filled.arguments, ...best.filled.variants].map((given) => ({ name, arguments: given })),
  };
}

interface Parts {
  readonly request: string;
  readonly rest: string;
  /** The rest without the idioms, whose single words would mislead. */
  readonly spoken: string;
  readonly values: readonly PlacedValue[];
  readonly idioms: readonly string[];
}

function takeApart(request: string, path: string | undefined): Parts {
  const finds = replaceReferences(findValues(request), path);
  const values = [...finds.values, ...findPhrases(finds)].slice(0, MAX_VALUES);
  const contents = finds.values.some((value) => value.kind === "path" && isFilePath(value.text)) ? "read" : "list";
  const said = IDIOMS.filter(([pattern]) => pattern.test(finds.rest));
  const idioms = said.map(([, meaning]) => stemOf(meaning === CONTENTS ? contents : meaning));
  const spoken = said.reduce(
    (text, [pattern]) => text.replace(pattern, (match) => " ".repeat(match.length)),
    finds.rest,
  );
  if (finds.values.some((value) => value.kind === "expression")) idioms.push(stemOf("calculate"));
  return {
    request,
    rest: finds.rest,
    spoken,
    values: values.map((value) => ({ ...value, around: surroundings(value, finds.rest) })),
    idioms,
  };
}

interface Scored {
  readonly tool: KnownTool;
  readonly filled: Filled;
  readonly words: number;
  readonly total: number;
}

function score(tool: KnownTool, parts: Parts, tools: readonly KnownTool[]): Scored {
  const material: Material = {
    ...parts,
    toolStems: new Set(tool.nameStems),
    summaryStems: tool.summaryStems,
    about: tool.about,
    takesPath: tool.parameters.some(({ role }) => role === "path"),
  };
  const filled = fillArguments(tool.parameters, material);
  const free = (span: { start: number; end: number }) =>
    filled.used.every((used) => span.end <= used.start || span.start >= used.end);
  const spoken = wordsOf(parts.spoken).filter(
    (word) => !FILLER.has(word.text.toLowerCase()) || tool.nameStems.includes(word.stem),
  );
  const open = spoken.filter(free);
  const stems = [...new Set([...open.map((word) => word.stem), ...parts.idioms])];
  const folders = /\b(?:folder|director)/i.test(parts.rest) ? FOLDER_WORD * tool.strength(stemOf("directory")) : 0;
  const words = wordScore(tool, stems, tools) + folders;
  const unexplained = new Set(open.map((word) => word.stem).filter((stem) => tool.strength(stem) === 0)).size;
  const unused = parts.values.filter((value) => value.salient && value.kind !== "datetime" && free(value)).length;
  const explained = stems.length - unexplained + filled.used.length;
  const total =
    words -
    (unexplained > explained ? OFF_TOPIC : 0) +
    Math.min(3, filled.certain) -
    UNEXPLAINED_WORD * unexplained -
    UNUSED_VALUE * unused -
    MISSING_ARGUMENT * filled.missing.length;
  return { tool, filled, words, total };
}

/** Sums how strongly a tool speaks of the words; its name counts less when only part of it was said. */
function wordScore(tool: KnownTool, stems: readonly string[], tools: readonly KnownTool[]): number {
  const strengths = stems.map((stem) => tool.strength(stem) * rarity(stem, tools));
  const said = tool.nameStems.filter(
    (name) => FILLER.has(name) || stems.some((stem) => relatedness(stem, name) > 0),
  ).length;
  const cover = tool.nameStems.length === 0 ? 1 : 0.4 + (0.6 * said) / tool.nameStems.length;
  return strengths.reduce((sum, strength) => sum + strength, 0) * cover;
}

/** A word that many of the tools speak of tells less. */
function rarity(stem: string, tools: readonly KnownTool[]): number {
  const speaking = tools.filter((tool) => tool.strength(stem) >= 0.9).length;
  return speaking <= 2 ? 1 : speaking <= 4 ? 0.9 : 0.75;
}

/** Openings of a request that asks for words or forbids something, where no call can be the answer. */
const NOT_A_TASK: readonly RegExp[] = [
  /^(?:please\s+)?(?:don['’]?t|do not|never)\b/i,
  /^(?:how (?:do|can|would|should|could) (?:i|we|one)|how to|why|should (?:i|we)|explain|teach me|tell me (?:about|why|how|a (?:joke|story)))\b/i,
  /^(?:i|we|he|she|they)\s+(?!want|need|wish|would|must|have to)\w+/i,
  /^what (?:does|do|did|would)\b.*\b(?:do|mean|happen)\b/i,
];

/** The meaning of "what is in …": reading for a file, listing for a directory. */
const CONTENTS = "contents";

/** Turns of phrase whose single words do not say what is wanted, with the word that does. */
const IDIOMS: readonly (readonly [pattern: RegExp, meaning: string])[] = [
  [/\bwhat(?:['’]?s| is| are)(?: there)? (?:in|inside|under)\b/i, CONTENTS],
  [/\b(?:what|which) (?:files|folders|directories) (?:are|is|do|does)\b(?!.*\b(?:appear|occur)\b)/i, "list"],
  [/\b(?:what|which) (?:files?|places|lines) (?:do|does)\b.*\b(?:appear|occur)s?\b/i, "search"],
  [/\b(?:files?|places|lines) (?:that|which) (?:mention|contain|use|import|reference|include|say)s?\b/i, "search"],
  [/\b(?:create|make|write|save)\b.*\b(?:containing|that contains|that says)\b/i, "write"],
  [/\bwhat does\b.*\bcontain\b/i, CONTENTS],
  [/\bcontents? of (?:the |my |our )?(?=\ue000|(?:[\w-]+ )?(?:folder|directory)\b)/i, CONTENTS],
  [/\bwhere(?:['’]?s| is| are)\b[^.?!]*\b(?:used|defined|declared|called|imported|mentioned|referenced)\b/i, "search"],
  [/\b(?:what|which) (?:files?|places|lines) (?:mention|contain|use|import|reference|include|say)s?\b/i, "search"],
  [/\b(?:show|give)(?: me)?(?: all)?(?: the)? (?:files|folders)(?= (?:in|of|under|inside)\b)/i, "list"],
  [/\blook(?:ing)? for\b/i, "search"],
  [/\bwhere (?:is|are)\b/i, "search"],
];
