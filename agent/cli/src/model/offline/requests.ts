import type { JsonObject } from "@toolwright/core";
import { countingProgram } from "./counting-program.ts";
import type { Part } from "./parts.ts";

/** A call that is to be made. */
export interface PlannedCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** A kind of request: its verbs, the tool that does it, and how the rest of the words becomes arguments. */
export interface Request {
  readonly verbs: readonly string[];
  readonly tool: string;
  /** How it is said, for people. */
  readonly example: string;
  /** Undefined where the words do not say all that the tool needs, or say something else. */
  readonly argumentsOf: (part: Part) => JsonObject | undefined;
}

/** All that is understood. Of two that share a verb the first one that finds its arguments counts. */
export const REQUESTS: readonly Request[] = [
  { tool: "ls", verbs: ["list", "ls", "show"], example: "List the files in src", argumentsOf: listing },
  {
    tool: "read",
    verbs: ["read", "show", "open", "cat", "print"],
    example: "Read the first 20 lines of README.md",
    argumentsOf: reading,
  },
  { tool: "glob", verbs: ["find", "list"], example: "Find *.md in docs", argumentsOf: finding },
  {
    tool: "grep",
    verbs: ["search", "grep", "find"],
    example: 'Search for "TODO" in src',
    argumentsOf: searching,
  },
  { tool: "bash", verbs: ["run", "execute"], example: "Run `git status`", argumentsOf: running },
  {
    tool: "write",
    verbs: ["create", "make", "write", "save"],
    example: 'Create a file notes.txt with the text "buy milk"',
    argumentsOf: creating,
  },
  {
    tool: "run_code",
    verbs: ["count"],
    example: "Count the words of *.md in docs (as a program, with --code-mode)",
    argumentsOf: counting,
  },
];

function listing({ said, verb, words, quoted }: Part): JsonObject | undefined {
  if (verb === "show" && !/\b(?:files|folder|directory)\b/i.test(said)) return undefined;
  const [path, ...others] = [...words, ...quoted.map(({ text }) => text)];
  if (others.length > 0 || path?.includes("*") === true) return undefined;
  return path === undefined ? {} : { path };
}

/** "lines 10 to 20", where "to" carries nothing, and "12 lines". */
const RANGE = /\blines? (\d{1,6})(?: to | ?[-–] ?)(\d{1,6})\b/i;
const COUNT = /\b(\d{1,6}) lines?\b/i;

function reading({ said, words, quoted }: Part): JsonObject | undefined {
  const [, from = "", to = ""] = RANGE.exec(said) ?? [];
  const [, count = ""] = COUNT.exec(said) ?? [];
  const isNumber = (word: string) => /^\d+(?:[-–]\d+)?$/.test(word) && (from !== "" || count !== "");
  const paths = [...words.filter((word) => !isNumber(word)), ...quoted.map(({ text }) => text)];
  if (paths.length === 0 || !paths.every(looksLikeFile)) return undefined;
  if (from !== "") return { file_paths: paths, offset: Number(from), limit: Number(to) - Number(from) + 1 };
  return { file_paths: paths, ...(count !== "" && { limit: Number(count) }) };
}

/** What needs every one of several files. */
function counting(part: Part): JsonObject | undefined {
  const files = /\bwords\b/i.test(part.said) ? finding(part) : undefined;
  return files && { code: countingProgram(files) };
}

/** Files by their names: a pattern, or a name with an ending. */
function finding({ words, quoted }: Part): { readonly pattern: string; readonly path?: string } | undefined {
  const [pattern, path, ...others] = [...quoted.map(({ text }) => text), ...words];
  if (pattern === undefined || others.length > 0 || !/\*|^[\w./-]+\.\w+$/.test(pattern)) return undefined;
  return { pattern, ...(path !== undefined && { path }) };
}

/** What is sought is in quotes, or the first word. */
function searching({ words, quoted }: Part): JsonObject | undefined {
  const [pattern, place, ...others] = [...quoted.map(({ text }) => text), ...words];
  if (pattern === undefined || pattern === "" || others.length > 0) return undefined;
  if (place === undefined) return { pattern };
  return place.includes("*") ? { pattern, glob: place } : { pattern, path: place };
}

/** Nothing runs but what the person has put in back quotes. */
function running({ words, quoted: [line, ...others] }: Part): JsonObject | undefined {
  if (line?.isLine !== true || line.text.trim() === "" || others.length + words.length > 0) return undefined;
  return { command: line.text };
}

function creating({ said, words, quoted }: Part): JsonObject | undefined {
  const [path, ...others] = words.filter((word) => !/^(?:empty|new)$/i.test(word));
  const [content, ...more] = quoted.length === 0 && words.includes("empty") ? [""] : quoted.map(({ text }) => text);
  const isOne = others.length === 0 && more.length === 0 && !/\b(?:folder|directory)\b/i.test(said);
  if (path === undefined || content === undefined || !isOne || !looksLikeFile(path)) return undefined;
  return { file_path: path, content };
}

/** A path, a name with an ending, or one in capitals such as LICENSE and Makefile. */
function looksLikeFile(text: string): boolean {
  return /[./~]|^[A-Z][\w-]+$/.test(text);
}
