import type { Json, Message } from "@toolwright/core";
import { contentText } from "@toolwright/core/internal";
import type { TextCall } from "./find-text-calls.ts";

/** Calls in a text, and what stands before them. */
export interface Quoted {
  readonly lead: string;
  /** Arguments that are no JSON are the text of the call. */
  readonly calls: readonly TextCall[];
}

/**
 * Whether calls at the end of a text are only shown to a person: the sentence before them says so, or the person has
 * asked for that, or they stand in what the model was given to read. Taking those would let any file that is read out
 * run tools.
 */
export function isQuotation({ lead, calls }: Quoted, messages: readonly Message[]): boolean {
  const paragraph =
    lead
      .trim()
      .split(/\n\s*\n/)
      .at(-1) ?? "";
  if (EXAMPLE.test(paragraph.slice(-300)) || asksForExample(messages)) return true;
  const given = messages.filter(({ role }) => role !== "assistant").map(({ content }) => contentText(content));
  const read = bare(given.join("\n"));
  if (calls.some((call) => standsIn(read, call))) return true;
  const results = messages.filter(({ role }) => role === "tool").map(({ content }) => contentText(content));
  return results.some((result) => !REFUSAL.test(result) && calls.some((call) => isToldIn(result, call)));
}

/** How a call that failed is told: with the call as it should be, ready to copy. */
const REFUSAL = /^Error\b/;

/** How far before its arguments a sentence names the tool, without blanks, in UTF-16 units. */
const NAMED_BEFORE = 200;

/**
 * Whether a result tells in words to make the call, as in `Now call write with {"file_path": "a"}`: its arguments stand
 * there as they are, and the tool is named before them. A page that a tool has read gives no orders.
 */
function isToldIn(result: string, { name, arguments: args }: TextCall): boolean {
  const isNamed = result.split(/[^\w.-]+/).includes(name);
  if (!isNamed || !/[^{}]/.test(bare(args))) return false;
  const read = bare(result);
  return [args, args.replace(BREAKS, "\n")].some((text) => {
    const at = read.indexOf(bare(text));
    return at > 0 && read.slice(Math.max(0, at - NAMED_BEFORE), at).includes(bare(name));
  });
}

/** Sentences that lead to an example, not to a deed. */
const EXAMPLE = /\b(examples?|e\.g\.|for instance|such as|looks? like|would be|could be|format|schema|syntax)\b/i;

const NOT_TO_RUN = /\b(?:do not|don't|don’t|without) (?:run|execut|mak|call)/i;

/** Whether the person speaks of calls of tools, and wants to see one: of other examples, a call may be the way. */
function asksForExample(messages: readonly Message[]): boolean {
  const asked = contentText(messages.findLast(({ role }) => role === "user")?.content ?? "");
  const speaksOfCalls = asked.split(/[.?!\n]/).some((sentence) => /\btools?\b/i.test(sentence) && CALLS.test(sentence));
  return speaksOfCalls && (EXAMPLE.test(asked) || NOT_TO_RUN.test(asked));
}

const CALLS = /\bcall(?:s|ing)?\b/i;

/**
 * Whether a call is written somewhere in a text: its name as the name of a call, and each argument. A model that
 * quotes lays it out anew: with other marks, in another order, or put together from two pages.
 */
function standsIn(read: string, { name, arguments: args }: TextCall): boolean {
  const parsed = parse(args);
  if (parsed === undefined) return read.includes(bare(args));
  const named = [`name:${name}`, `function:${name}`, `tool:${name}`, `${name}{`];
  const holds = (piece: string) => read.includes(bare(piece));
  const pieces = piecesOf(parsed);
  return (
    named.some((text) => read.includes(text)) &&
    pieces.every((piece) => holds(piece) || piece.split(BREAKS).every(holds))
  );
}

/** Line breaks and tabs in JSON; a call may have been read with them as they are. */
const BREAKS = /\\[nrtbf]/g;

function parse(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** Each value with the key that it stands behind; an item of a list has none. */
function piecesOf(value: Json, before = ""): readonly string[] {
  const inner: readonly (readonly [string, Json])[] =
    typeof value !== "object" || value === null
      ? []
      : Object.entries(value).map(([key, member]) => [Array.isArray(value) ? "" : `${key}:`, member]);
  return inner.length === 0
    ? [before + JSON.stringify(value)]
    : inner.flatMap(([key, member]) => piecesOf(member, key));
}

/** The marks that some models put into a call. */
const MARKS = /<[|｜][^<>]{1,40}[|｜]>|\[(?:TOOL_CALLS|ARGS)\]|\[CALL_ID\]\w*|```(?:json)?|functions\.|:\d+(?=\s*\{)/g;

/** The number that tools put before a line, and what makes it a comment, a quotation, or a line of a patch. */
const LINE_START = /^[^\S\n]*(?:\d+[^\S\n]*[\t|→:-])?[^\S\n]*(?:\/\/|[-+#*>])*/gm;

/** Quoting changes blanks, quotes, escapes and marks. */
function bare(text: string): string {
  return text
    .replace(MARKS, "")
    .replace(LINE_START, "")
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/[\s\\`'">]+/g, "");
}
