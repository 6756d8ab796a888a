import type { Json } from "../../json/json.ts";
import { ARGUMENT_LIMITS } from "./decode-arguments.ts";
import { parseJson } from "./parse-json.ts";

/** More blocks than this are not looked at. */
const MAX_BLOCKS = 16;

const FENCE = /```[^\n`]*\n([\s\S]*?)```/g;

/**
 * What of a model's text may be the JSON that it was asked for, the likeliest first: the whole text, blocks in fences
 * (the last one first: models correct themselves), what stands from the first bracket to the last. Linear in the text.
 */
export function answerCandidates(text: string): readonly Json[] {
  const fenced = Array.from(text.matchAll(FENCE), ([, block = ""]) => block).slice(-MAX_BLOCKS);
  const texts = [text.trim(), ...fenced.toReversed(), betweenBrackets(text)];
  return [...new Set(texts)].flatMap((candidate) => {
    const parsed = candidate === "" ? undefined : parseJson(candidate, ARGUMENT_LIMITS);
    return parsed?.ok ? [parsed.value] : [];
  });
}

function betweenBrackets(text: string): string {
  const first = text.search(/[{[]/);
  const last = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
  return first === -1 || last < first ? "" : text.slice(first, last + 1);
}
