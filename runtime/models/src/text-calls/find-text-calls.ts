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
  /** Where the first of them begins, fence or tag included, in UTF-16 units. */
  readonly start: number;
  /** Nothing comes after them. */
  readonly isLast: boolean;
}

/** Whose calls count. */
interface Wanted {
  readonly offered: ReadonlySet<string>;
  /** Also the calls of tools that nobody offered, where they can be nothing else. */
  readonly unknownToo: boolean;
}

/** More than this of a text's end is not looked at, in UTF-16 units. */
const LONGEST = 256 * 1024;
/** A list in a text can begin many lines like a call. */
const MAX_PLACES = 50;

/**
 * Up to three blanks, then a fence, a tag, or the JSON itself: further in it would be code in a list, or a sentence.
 * U+FF5C is the bar of DeepSeek's marks, which a build cannot write in Latin-1 for us in a raw text.
 */
const PLACE = new RegExp(String.raw`^ {0,3}(?=\x60{3}|<[\w|\uff5c]|[[{])|${NAMED_PLACE}`, "gm");

/** The tags that models put around calls, and the marks that some put before them. */
export const CALL_TAGS = [
  "<tool_call>",
  "<tool_calls>",
  "<function_call>",
  "<function_calls>",
  "[TOOL_CALLS]",
  "<|python_tag|>",
  "<|tool_call|>",
  "<TOOLCALL>",
] as const;

/** The keys of a call's JSON. */
export const CALL_KEYS: ReadonlySet<string> = new Set(
  "id type name arguments parameters function tool tool_name tool_calls".split(" "),
);

/** Marks of an end of turn that a server has left in the text. */
const END_MARKS = [
  "<|im_end|>",
  "<|eot_id|>",
  "<|eom_id|>",
  "<|endoftext|>",
  "<|end_of_text|>",
  "<end_of_turn>",
  "[|endofturn|]",
  "<|end|>",
  "<|eot|>",
  "</s>",
];

function withoutEnd(text: string): string {
  const end = text.trimEnd();
  const mark = END_MARKS.find((known) => end.endsWith(known));
  return mark === undefined ? end : end.slice(0, -mark.length).trimEnd();
}

/**
 * The calls of offered tools that stand at the very end of a text, on lines of their own: bare JSON, fenced, in
 * `<tool_call>` tags or after a mark, and a name with its arguments in the marks of Kimi, DeepSeek and Mistral. Where
 * there are none, those with lines of words after them. Undefined when there are none either; what stands inside a
 * sentence is none.
 */
export function findTextCalls(text: string, offered: ReadonlySet<string>): FoundTextCalls | undefined {
  const end = withoutEnd(text);
  const from = Math.max(0, end.length - LONGEST);
  const places = [...end.slice(from).matchAll(PLACE)]
    .filter(({ 1: name }) => name === undefined || offered.has(name))
    .slice(0, MAX_PLACES);
  let earlier: FoundTextCalls | undefined;
  for (const { index } of places) {
    const found = readBlocks(end, from + index, { offered, unknownToo: false });
    if (found?.isLast) return found;
    earlier ??= found;
  }
  return earlier;
}

/**
 * The calls that are all of a text. They may be of tools that nobody offered where an object has exactly a name and an
 * object of arguments: the answer to such a call names the tools that there are.
 */
export function findWholeCalls(text: string, offered: ReadonlySet<string>): FoundTextCalls | undefined {
  const found = readBlocks(withoutEnd(text), 0, { offered, unknownToo: true });
  return found?.isLast === true ? found : undefined;
}

/** Blanks without a bound would be looked at anew from each line. */
const BLANKS = String.raw`\s{0,20}`;
/** The beginning of a call's JSON on a line of its own; its one group is the name. */
const BEGUN = new RegExp(
  String.raw`^ {0,3}(?:\x60{3}[\w-]{0,20}${BLANKS})?(?:<\w{1,20}>${BLANKS})?\[?${BLANKS}` +
    String.raw`(?=\{${BLANKS}"name"${BLANKS}:${BLANKS}"([\w.-]{1,64})"${BLANKS},${BLANKS}"(?:arguments|parameters)")`,
  "gm",
);

/** The first call of an offered tool whose JSON is broken, and where it begins, in UTF-16 units. */
export function findBrokenCall(
  text: string,
  offered: ReadonlySet<string>,
): { readonly name: string; readonly start: number } | undefined {
  const from = Math.max(0, text.length - LONGEST);
  const places = [...text.slice(from).matchAll(BEGUN)].slice(0, MAX_PLACES);
  for (const { 0: before, 1: name = "", index } of places) {
    const start = from + index;
    if (offered.has(name) && readJson(text, start + before.length) === undefined) return { name, start };
  }
  return undefined;
}

function readBlocks(text: string, start: number, wanted: Wanted): FoundTextCalls | undefined {
  const blocks: Block[] = [];
  let at = start;
  while (at < text.length) {
    const block = readBlock(text, at, wanted);
    if (block === undefined) break;
    blocks.push(block);
    at = skip(/[\s;,]*/y, text, block.end);
  }
  const calls = blocks.flatMap((block) => block.calls);
  const isLast = at === text.length;
  const standsAlone = isLast || /^[ \t]*\n/.test(text.slice(blocks.at(-1)?.end));
  if (calls.length === 0 || !standsAlone) return undefined;
  return { calls, start, isLast };
}

/** What may stand around the JSON of a call, from outside to inside. */
const FENCE = { open: /\s*```[\w-]*[ \t]*(?:\n|(?=[{[<]))/y, close: /\s*```/y };
const TAG = {
  open: /\s*(?:<(?:tool_calls?|function_calls?|TOOLCALL)>|\[TOOL_CALLS\]|<\|(?:python_tag|tool_call)\|>)/y,
  close: /\s*<(?:\/(?:tool_calls?|function_calls?|TOOLCALL)|\|\/tool_call\|)>/y,
};

interface Block {
  readonly calls: readonly TextCall[];
  readonly end: number;
}

function readBlock(text: string, start: number, wanted: Wanted): Block | undefined {
  const inFence = skip(FENCE.open, text, start);
  const inTag = skip(TAG.open, text, inFence);
  const row = readRow(text, inTag, wanted);
  if (row === undefined) return namedBlock(text, start, wanted.offered);
  const afterTag = inTag === inFence ? row.end : skip(TAG.close, text, row.end);
  const afterFence = inFence === start ? afterTag : skip(FENCE.close, text, afterTag);
  // Only the last mark may be missing: a model that stops early leaves it out.
  const isOpen = (inFence !== start && afterFence === afterTag) || (inTag !== inFence && afterTag === row.end);
  return isOpen && text.slice(afterFence).trim() !== "" ? undefined : { ...row, end: afterFence };
}

/** Calls in JSON, one after another. */
function readRow(text: string, start: number, wanted: Wanted): Block | undefined {
  const calls: TextCall[] = [];
  let end = start;
  for (let at = start; ; at = skip(/[\s;,]*/y, text, end)) {
    const json = readJson(text, at);
    const found = json && callsOf(json.value, wanted);
    if (json === undefined || found === undefined) break;
    calls.push(...found);
    end = json.end;
  }
  return end === start ? undefined : { calls, end };
}

function namedBlock(text: string, start: number, offered: ReadonlySet<string>): Block | undefined {
  const call = readNamedCall(text, start, offered);
  return call && { calls: [{ name: call.name, arguments: call.arguments }], end: call.end };
}

function callsOf(value: Json, wanted: Wanted): readonly TextCall[] | undefined {
  const entries = entriesOf(value);
  const calls = entries.map((entry) => (isJsonObject(entry) ? callOf(entry, wanted) : undefined));
  const found = calls.filter((call) => call !== undefined);
  return found.length === calls.length ? found : undefined;
}

/** A list, one call, or `{ tool_calls }` as the messages of a history have them. */
function entriesOf(value: Json): readonly Json[] {
  if (Array.isArray(value)) return value;
  const isMessage = isJsonObject(value) && Object.keys(value).join() === "tool_calls";
  return isMessage && Array.isArray(value.tool_calls) ? value.tool_calls : [value];
}

/** `{ name, arguments }`, with another word for either, or both inside of `function`. */
function callOf(entry: JsonObject, wanted: Wanted): TextCall | undefined {
  if (Object.keys(entry).some((key) => !CALL_KEYS.has(key))) return undefined;
  if (isJsonObject(entry.function)) return callOf(entry.function, wanted);
  const name = entry.name ?? entry.function ?? entry.tool ?? entry.tool_name;
  const given = entry.arguments ?? entry.parameters;
  const args = typeof given === "string" ? given : isJsonObject(given) ? JSON.stringify(given) : undefined;
  if (typeof name !== "string" || args === undefined) return undefined;
  return wanted.offered.has(name) || (wanted.unknownToo && isUnmistakable(entry))
    ? { name, arguments: args }
    : undefined;
}

/** How a tool may be named. */
export const TOOL_NAME = /^[\w.-]{1,64}$/;

function isUnmistakable(entry: JsonObject): boolean {
  const { name, arguments: args } = entry;
  return Object.keys(entry).length === 2 && TOOL_NAME.test(String(name)) && isJsonObject(args);
}
