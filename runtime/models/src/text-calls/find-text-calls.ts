import type { Json, JsonObject } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import { NAMED_PLACE, readNamedCall } from "./named-call.ts";
import { readJson, skip } from "./read-json.ts";

/** A call that a model wrote into its text. */
export interface TextCall {
  readonly name: string;
  /** The JSON text of an object. */
  readonly arguments: string;
}

/** Calls that stand in a text. */
export interface FoundTextCalls {
  readonly calls: readonly TextCall[];
  /** Their JSON as it was written. */
  readonly written: readonly string[];
  /** Where the first of them begins, fence or tag included, in UTF-16 units. */
  readonly start: number;
  /** Nothing comes after them. */
  readonly isLast: boolean;
}

/** More than this of a text's end is not looked at, in UTF-16 units. */
const LONGEST = 256 * 1024;
/** A list in a text can begin many lines like a call. */
const MAX_PLACES = 50;

/**
 * Up to three blanks, then a fence, a tag, or the JSON itself: further in it would be code in a list, or a sentence.
 */
const PLACE = new RegExp(String.raw`^ {0,3}(?=\x60{3}|<[\w|｜]|[[{])|${NAMED_PLACE}`, "gm");

/** The tags that models put around calls, and the marks that some put before them. */
export const CALL_TAGS = [
  "<tool_call>",
  "<tool_calls>",
  "<function_call>",
  "<function_calls>",
  "[TOOL_CALLS]",
  "<|python_tag|>",
] as const;

/** The keys of a call's JSON. */
export const CALL_KEYS: ReadonlySet<string> = new Set(["id", "type", "name", "arguments", "parameters", "function"]);

/**
 * The calls of offered tools that stand at the very end of a text, on lines of their own: bare JSON, fenced, in
 * `<tool_call>` tags or after a mark, and a name with its arguments in the marks of Kimi, DeepSeek and Mistral. Where
 * there are none, those with lines of words after them. Undefined when there are none either; what stands inside a
 * sentence is none.
 */
export function findTextCalls(text: string, offered: ReadonlySet<string>): FoundTextCalls | undefined {
  const end = text.trimEnd();
  const from = Math.max(0, end.length - LONGEST);
  const places = [...end.slice(from).matchAll(PLACE)]
    .filter(({ 1: name }) => name === undefined || offered.has(name))
    .slice(0, MAX_PLACES);
  let earlier: FoundTextCalls | undefined;
  for (const { index } of places) {
    const found = readBlocks(end, from + index, offered);
    if (found?.isLast) return found;
    earlier ??= found;
  }
  return earlier;
}

function readBlocks(text: string, start: number, offered: ReadonlySet<string>): FoundTextCalls | undefined {
  const blocks: Block[] = [];
  let at = start;
  while (at < text.length) {
    const block = readBlock(text, at, offered);
    if (block === undefined) break;
    blocks.push(block);
    at = skip(/[\s;,]*/y, text, block.end);
  }
  const calls = blocks.flatMap((block) => block.calls);
  const isLast = at === text.length;
  const standsAlone = isLast || /^[ \t]*\n/.test(text.slice(blocks.at(-1)?.end));
  if (calls.length === 0 || !standsAlone) return undefined;
  return { calls, written: blocks.map(({ written }) => written), start, isLast };
}

/** What may stand around the JSON of a call, from outside to inside. */
const FENCE = { open: /\s*```[\w-]*[ \t]*(?:\n|(?=[{[<]))/y, close: /\s*```/y };
const TAG = {
  open: /\s*(?:<(?:tool_calls?|function_calls?)>|\[TOOL_CALLS\]|<\|python_tag\|>)/y,
  close: /\s*<\/(?:tool_calls?|function_calls?)>/y,
};

interface Block {
  readonly calls: readonly TextCall[];
  readonly written: string;
  readonly end: number;
}

function readBlock(text: string, start: number, offered: ReadonlySet<string>): Block | undefined {
  const inFence = skip(FENCE.open, text, start);
  const inTag = skip(TAG.open, text, inFence);
  const json = readJson(text, inTag);
  const calls = json && callsOf(json.value, offered);
  if (json === undefined || calls === undefined) return namedBlock(text, start, offered);
  const afterTag = inTag === inFence ? json.end : skip(TAG.close, text, json.end);
  const afterFence = inFence === start ? afterTag : skip(FENCE.close, text, afterTag);
  // Only the last mark may be missing: a model that stops early leaves it out.
  const isOpen = (inFence !== start && afterFence === afterTag) || (inTag !== inFence && afterTag === json.end);
  return isOpen && text.slice(afterFence).trim() !== "" ? undefined : { calls, written: json.written, end: afterFence };
}

function namedBlock(text: string, start: number, offered: ReadonlySet<string>): Block | undefined {
  const call = readNamedCall(text, start, offered);
  return call && { calls: [{ name: call.name, arguments: call.arguments }], written: call.written, end: call.end };
}

function callsOf(value: Json, offered: ReadonlySet<string>): readonly TextCall[] | undefined {
  const entries: readonly Json[] = Array.isArray(value) ? value : [value];
  const calls = entries.map((entry) => (isJsonObject(entry) ? callOf(entry, offered) : undefined));
  const found = calls.filter((call) => call !== undefined);
  return found.length === calls.length ? found : undefined;
}

/** `{ name, arguments }`, with `parameters` in place of `arguments`, or either inside of `function`. */
function callOf(entry: JsonObject, offered: ReadonlySet<string>): TextCall | undefined {
  if (Object.keys(entry).some((key) => !CALL_KEYS.has(key))) return undefined;
  if (isJsonObject(entry.function)) return callOf(entry.function, offered);
  const name = entry.name ?? entry.function;
  const given = entry.arguments ?? entry.parameters;
  const args = typeof given === "string" ? given : isJsonObject(given) ? JSON.stringify(given) : undefined;
  return typeof name === "string" && offered.has(name) && args !== undefined ? { name, arguments: args } : undefined;
}
