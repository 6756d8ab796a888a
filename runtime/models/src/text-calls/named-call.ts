import { isJsonObject } from "@toolwright/core/internal";
import { readJson, skip } from "./read-json.ts";

/** A call that is a name and its arguments, with a model's marks around them. */
export interface NamedCall {
  readonly name: string;
  /** The JSON text of an object. */
  readonly arguments: string;
  readonly end: number;
}

/** How the marks begin that nobody writes but a model: Mistral's, then Kimi's, then DeepSeek's. */
const CALL_MARKS = ["[TOOL_CALLS]", "<|tool_call", "<｜tool"] as const;

/** A call without a mark before it, as a server leaves it that drops marks; its one group is the name. */
const BARE = String.raw`(?:functions\.)?([\w-]{1,64})(?::\d{1,4})?(?: ?\{|\[ARGS\]|\[CALL_ID\]|<\|tool_call_argument)`;

/** Such a call at the beginning of a line, and a mark right behind the last word of a line; U+FF5C is `｜`. */
export const NAMED_PLACE = String.raw`^ {0,3}(?=${BARE})|(?<=[^\s\x60"'(}>\]])(?=\[TOOL_CALLS\]|<\|tool_call|<\uff5ctool)`;

/** Kimi's, DeepSeek's and Mistral's marks, in the order in which they stand around a call. */
const OPEN = [
  /\s*(?:\[TOOL_CALLS\]|<\|tool_calls?_section_begin\|>|<｜tool[▁_ ]calls(?:[▁_ ]begin)?｜>)/y,
  /\s*(?:<\|tool_call_begin\|>|<｜tool[▁_ ]call[▁_ ]begin｜>)/y,
];
const NAME = /\s*(?:function<｜tool[▁_ ]sep｜>)?(?:functions\.)?([\w-]{1,64})(?::\d{1,4})?/y;
const BETWEEN = /\s*(?:(?:\[CALL_ID\]\w{1,64})?\[ARGS\]|<\|tool_call_argument_begin\|>|<｜tool[▁_ ]sep｜>)/y;
const FENCE = /\s*```(?:json)?\s*(?=\{)/y;
const FENCE_END = /\s*```/y;
const CLOSE = [
  /\s*(?:<\|tool_call_end\|>|<｜tool[▁_ ]call[▁_ ]end｜>)/y,
  /\s*(?:<\|tool_calls?_section_end\|>|<｜tool[▁_ ]calls[▁_ ]end｜>)/y,
  /\s*<｜end[▁_ ]of[▁_ ]sentence｜>/y,
];

/** The call of an offered tool that begins at `start`; undefined where there is none. */
export function readNamedCall(text: string, start: number, offered: ReadonlySet<string>): NamedCall | undefined {
  const begun = skipAll(OPEN, text, start);
  NAME.lastIndex = begun;
  const [said, name] = NAME.exec(text) ?? [];
  if (said === undefined || name === undefined || !offered.has(name)) return undefined;
  const named = begun + said.length;
  const divided = skip(BETWEEN, text, named);
  const isMarked = begun !== start || divided !== named;
  const inFence = begun === start ? divided : skip(FENCE, text, divided);
  if (!isMarked && !/^ ?\{/.test(text.slice(divided, divided + 2))) return undefined;
  const json = readJson(text, inFence);
  if (json === undefined || !isJsonObject(json.value)) return undefined;
  const end = skipAll(CLOSE, text, inFence === divided ? json.end : skip(FENCE_END, text, json.end));
  return { name, arguments: JSON.stringify(json.value), end };
}

function skipAll(marks: readonly RegExp[], text: string, start: number): number {
  return marks.reduce((at, mark) => skip(mark, text, at), start);
}

/** Whether a text begins like a call of this form, does not, or is too short to say. */
export function judgeNamed(text: string, offered: readonly string[]): "call" | "no" | "open" {
  if (CALL_MARKS.some((mark) => text.startsWith(mark))) return "call";
  if ([...CALL_MARKS, "functions."].some((mark) => mark.startsWith(text))) return "open";
  const [said = "", name = ""] = /^(?:functions\.)?([\w-]{0,64})/.exec(text) ?? [];
  const rest = text.slice(said.length);
  if (rest === "") return name !== "" && offered.some((known) => known.startsWith(name)) ? "open" : "no";
  if (!offered.includes(name)) return "no";
  if (new RegExp(`^${BARE}`).test(text)) return "call";
  return /^(?::\d{0,4})?(?: ?|\[[A-Z_]{0,7}|<\|?\w{0,20})$/.test(rest) ? "open" : "no";
}

/** Where in a line, behind a word, a mark begins, or may be beginning; undefined where none does. */
export function findMarkInLine(text: string): { readonly index: number; readonly isWhole: boolean } | undefined {
  for (const { index } of text.matchAll(/(?<=[^\s`"'(}>\]])[<[]/g)) {
    const tail = text.slice(index, index + 20);
    const isWhole = CALL_MARKS.some((mark) => tail.startsWith(mark));
    if (isWhole || CALL_MARKS.some((mark) => mark.startsWith(tail))) return { index, isWhole };
  }
  return undefined;
}
