import { BLANK, type ValueKind } from "./find-values.ts";
import { EMPTY_TEXT, SAID_TEXT, SOUGHT_TEXT } from "./said-text.ts";
import { FILLER, NUMBER_WORDS, PROGRAMS } from "./vocabulary.ts";

/** What a form made of its match: the value's text, and which part of the match it covers. */
export interface Found {
  readonly text: string;
  readonly length: number;
  readonly offset?: number;
  readonly number?: number;
  readonly unit?: string;
}

/** One recognisable form of value. An `overlay` leaves its text for the forms after it. */
export interface Form {
  readonly kind: ValueKind;
  readonly pattern: RegExp;
  /** Also gets the request up to the match. */
  readonly read: (match: string, before: string) => Found | undefined;
  readonly salient?: boolean;
  readonly overlay?: boolean;
}

const MONTH = "(?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)[a-z]*|may";
const DAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
const DATE = `(?:\\d{4}-\\d{2}-\\d{2}|(?:next|this) (?:week|month|${DAY})|${DAY}|(?:${MONTH}) \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?|\\d{1,2}(?:st|nd|rd|th)? (?:${MONTH})(?: \\d{4})?|today|tomorrow|yesterday|tonight)`;
const TIME = "(?:\\d{1,2}:\\d{2}(?::\\d{2})?(?: ?[ap]m)?|\\d{1,2} ?[ap]m|noon|midnight)";
const AREAS = "Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc";
const NUMBER_WORD = Object.keys(NUMBER_WORDS).join("|");
const UNIT = "%|ms\\b|s\\b|sec\\b|secs\\b|min\\b|mins\\b|h\\b|hrs?\\b|€|£";

/** The unit of a number that counts what a range holds. */
export const COUNT_UNIT = "counted";

/** The forms, in the order they are looked for: what an earlier one claims a later one does not see. */
export const FORMS: readonly Form[] = [
  {
    kind: "code",
    pattern: /```(?:\w*\n)?([^`]+)```|`[^`\n]+`/g,
    read: (match) => inside(match, /^```(?:\w*\n)?|^`|`+$/g),
  },
  { kind: "quoted", pattern: /"[^"]*"|“[^”]*”|«[^»]*»|‘[^’]*’/g, read: (match) => inside(match, /^.|.$/gsu) },
  {
    kind: "quoted",
    pattern: /(?<![\p{L}\p{N}])'[^'\n]*(?:'\p{L}[^'\n]*)*'(?!\p{L})/gu,
    read: (match) => inside(match, /^'|'$/g),
  },
  { kind: "quoted", pattern: SAID_TEXT, read: (match) => whole(match.trimEnd()) },
  { kind: "quoted", pattern: EMPTY_TEXT, read: (match) => ({ text: "", length: match.length }) },
  {
    kind: "url",
    pattern: /\b(?:https?|ftp|wss?):\/\/[^\s<>"'`]+/g,
    read: (match) => whole(match.replace(/[.,;:!?)\]]+$/, "")),
  },
  { kind: "email", pattern: /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, read: whole },
  {
    kind: "zone",
    pattern: new RegExp(`\\b(?:${AREAS})/[A-Za-z_]+(?:/[A-Za-z_]+)?|\\b(?:UTC|GMT)\\b`, "g"),
    read: whole,
  },
  {
    kind: "command",
    pattern: /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM)\b[^;]*/g,
    read: (match) => whole(match.trimEnd()),
  },
  {
    kind: "command",
    pattern:
      /(?<=\b(?:run|execute|exec)(?: the)?(?: (?:shell )?command)?:? )(?!(?:the|shell|command)\b)[a-z][\w.-]*(?: [^;]*)?/gi,
    read: commandLine,
  },
  { kind: "quoted", pattern: SOUGHT_TEXT, read: whole },
  { kind: "datetime", pattern: new RegExp(`\\b${DATE},? (?:at )?${TIME}\\b`, "gi"), read: whole, overlay: true },
  { kind: "datetime", pattern: /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:?\d{2})?/g, read: whole },
  { kind: "date", pattern: new RegExp(`\\b${DATE}\\b`, "gi"), read: whole, salient: false },
  { kind: "time", pattern: new RegExp(`\\b${TIME}(?!\\w)`, "gi"), read: whole, salient: false },
  {
    kind: "expression",
    pattern: /(?<![\w.])[-(]*\d[\d.]*(?:\)*\s*[-+*/^%]\s*[-(]*\d[\d.]*)+\)*(?!\w)/g,
    read: expression,
  },
  { kind: "number", pattern: /(?<=\blines? )\d+(?= ?(?:-|–|to|through|until) ?\d)/gi, read: number },
  { kind: "number", pattern: /(?<=\blines? \ue000+ ?(?:-|–|to|through|until) ?)\d+/gi, read: lastOfRange },
  {
    kind: "glob",
    pattern: /[^\s,;"'`]*\*[^\s,;"'`]*/g,
    read: (match) => (match.length > 1 ? pathLike(match) : undefined),
  },
  { kind: "path", pattern: /[^\s,;"'`]+/g, read: (match) => (looksLikePath(match) ? pathLike(match) : undefined) },
  {
    kind: "number",
    pattern: new RegExp(`(?<![\\w.-])[$€£]?-?\\d[\\d,]*(?:\\.\\d+)?(?: ?(?:${UNIT}))?(?![\\w])`, "g"),
    read: number,
  },
  { kind: "number", pattern: new RegExp(`\\b(?:${NUMBER_WORD})\\b`, "gi"), read: numberWord, salient: false },
  {
    kind: "acronym",
    pattern: /\b[A-Z]{2,5}\b/g,
    read: (match) => (NOT_ACRONYMS.has(match) ? undefined : whole(match)),
    salient: false,
  },
];

const NOT_ACRONYMS = new Set(["SQL", "URL", "PDF", "JSON", "CSV", "OK"]);
const FILE_NAMES = /^(?:README|LICENSE|CHANGELOG|CONTRIBUTING|Makefile|Dockerfile|\.[A-Za-z][\w.-]+)$/;
const NOT_PATHS =
  /^(?:and\/or|either\/or|yes\/no|on\/off|true\/false|n\/a|w\/o?|[\d./:-]*\d[\d./:-]*|[A-Z]{3}\/[A-Z]{3}|e\.g|i\.e|a\.m|p\.m)\.?$/i;

/** Whether a path names a file rather than a directory, as far as its text shows. */
export function isFilePath(path: string): boolean {
  return /[^/.]\.[A-Za-z0-9]+$|(?:^|\/)(?:README|LICENSE|CHANGELOG|CONTRIBUTING|Makefile|Dockerfile)$/.test(path);
}

/** Whether a word is written like a path: a slash, a leading dot or tilde, or an extension. */
export function looksLikePath(word: string): boolean {
  const bare = bareWord(word);
  if (bare === "" || NOT_PATHS.test(bare) || word.includes(BLANK)) return false;
  if (/^(?:\.{1,2}|~)(?:\/|$)/.test(bare) || FILE_NAMES.test(bare)) return true;
  return /^[\w@.~/+-]*\/[\w@.~/+-]*$/.test(bare)
    ? /\w/.test(bare) || bare === "/"
    : /^[\w@+-][\w@.+-]*\.[A-Za-z][A-Za-z0-9]{0,9}$/.test(bare);
}

function whole(text: string): Found | undefined {
  return text === "" ? undefined : { text, length: text.length };
}

function inside(match: string, marks: RegExp): Found {
  return { text: match.replace(marks, ""), length: match.length };
}

function pathLike(match: string): Found {
  const text = bareWord(match);
  return { text, length: text.length, offset: match.indexOf(text) };
}

function bareWord(word: string): string {
  const bare = word.replace(/^[(<[]+/, "").replace(/['’]s$/, "");
  return /^\.{1,2}$/.test(bare) ? bare : bare.replace(/[.:!?)>\]]+$/, "");
}

function expression(match: string): Found | undefined {
  // A date or a range such as 10-20 is not arithmetic.
  return /\s|[*^(]|\d\+/.test(match) ? whole(match.trim()) : undefined;
}

function commandLine(match: string, before: string): Found | undefined {
  const program = match.split(" ", 1)[0] ?? "";
  const isNamed = /\bcommand:? $/i.test(before) && !FILLER.has(program.toLowerCase());
  if (!PROGRAMS.has(program) && !isNamed) return undefined;
  const line =
    match.split(/,| (?:with (?:a )?timeout|for at most|within|in (?:the )?(?:directory|folder)|in \S+\/?$)/, 1)[0] ??
    match;
  return whole(line.replace(/[\s.!?]+$/, ""));
}

function number(match: string): Found | undefined {
  const digits = match.replace(/[^\d.-]/g, "");
  const value = Number(digits);
  if (!Number.isFinite(value)) return undefined;
  const unit = match.replace(/[-\d.,\s]/g, "");
  const text = match.replace(/,+$/, "");
  return { text, length: text.length, number: value, ...(unit === "" ? {} : { unit }) };
}

/** The end of "lines 10 to 20", as how many lines that makes. */
function lastOfRange(match: string, before: string): Found {
  const first = Number(/(\d+)\D*$/.exec(before)?.[1]);
  return { text: match, length: match.length, number: Number(match) - first + 1, unit: COUNT_UNIT };
}

function numberWord(match: string): Found | undefined {
  const value = NUMBER_WORDS[match.toLowerCase()];
  return value === undefined ? undefined : { text: match, length: match.length, number: value };
}
