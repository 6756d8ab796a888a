import type { JsonObject } from "@toolwright/core";
import { argumentsOf, PATHS, quoted, textOf, UNCLEAR } from "./line-words.ts";

/** The line of a call that brings a text: to be shown, to be written behind a file, or to be run. */
type WrittenLine = (given: JsonObject) => string | undefined;

const TEXTS = "text message content value string body output line data args input";

/**
 * Shows a text; one that begins like an option `echo` would take for one. Undefined where a file is named as well: then
 * a text is to be written, and another tool takes these arguments.
 */
export const echoing: WrittenLine = (given) => {
  if (argumentsOf(given, PATHS) !== UNCLEAR) return undefined;
  const text = textOf(given, TEXTS);
  return text?.startsWith("-") === true ? `printf '%s\\n' ${quoted(text)}` : `echo ${word(text)}`;
};

/** Writes a text behind what a file holds: `write` would overwrite that. */
export const appending: WrittenLine = (given) => {
  const text = textOf(given, "content text data line lines append_text new_text value string body");
  return `printf '%s\\n' ${word(text?.replace(/\n$/, ""))} >> ${argumentsOf(given, PATHS)}`;
};

const CODES = "code script source source_code python_code program input command text";

/** Runs code, or a file of it; undefined where its language is not known. */
export function running(language?: string): WrittenLine {
  return (given) => {
    const said = given.language ?? given.lang ?? given.runtime;
    const program = PROGRAMS.get(language ?? (typeof said === "string" ? said.toLowerCase() : ""));
    if (program === undefined) return undefined;
    const code = textOf(given, CODES);
    if (code === undefined) return `${program.name} ${argumentsOf(given, PATHS)}`;
    return /^[\w./-]+\.(?:py|[cm]?js)$/.test(code)
      ? `${program.name} ${code}`
      : `${program.name} ${program.flag} ${quoted(code)}`;
  };
}

interface Program {
  readonly name: string;
  /** Before code. */
  readonly flag: string;
}

const PYTHON: Program = { name: "python3", flag: "-c" };
const NODE: Program = { name: "node", flag: "-e" };
const BASH: Program = { name: "bash", flag: "-c" };

const PROGRAMS: ReadonlyMap<string, Program> = new Map([
  ...["python", "python3", "py"].map((name) => [name, PYTHON] as const),
  ...["javascript", "js", "node", "nodejs"].map((name) => [name, NODE] as const),
  ...["bash", "sh", "shell"].map((name) => [name, BASH] as const),
]);

/** A command of git that was called like a tool. */
export function ofGit(command: string): WrittenLine {
  return (given) => {
    const message = textOf(given, "message msg commit_message m");
    if (command === "commit") return `git commit -m ${word(message)}`;
    const paths = argumentsOf(given, PATHS);
    if (paths === UNCLEAR) return NEEDS_PATHS.has(command) ? `git ${command} ${UNCLEAR}` : `git ${command}`;
    return `git ${command} ${NEEDS_PATHS.has(command) ? "" : "-- "}${paths}`;
  };
}

/** The commands of git that are told: none that throws something away, or sends it elsewhere. */
export const OF_GIT = ["status", "diff", "log", "show", "branch", "blame", "add", "commit", "init"] as const;

const NEEDS_PATHS: ReadonlySet<string> = new Set(["add", "blame"]);

function word(text: string | undefined): string {
  return text === undefined ? UNCLEAR : quoted(text);
}

/** Programs that a model calls with their words as the name of a tool. */
const PROGRAM = /^(?:git|npm|npx|node|python3?|pytest|cargo|go|pip3?|yarn|pnpm|make) \S/;
const LOOKER = /^(?:ls|cat|head|tail|grep|find|rg|wc|sed|tree|diff|mkdir|touch|pwd|which) [^\n]*[-./*\d]/;
const MAX_LINE = 200;
/** What makes more of a line than one program with its words. */
const ODD = /[\p{Cc};&|<>$`(]/u;

/** A name that is a whole line, such as `ls -la`, with the path that the call brings. */
export function lineOfName(name: string, given: JsonObject): string | undefined {
  const line = name.trim().replace(/[ \t]+/g, " ");
  if (line.length > MAX_LINE || !(PROGRAM.test(line) || LOOKER.test(line)) || ODD.test(line)) return undefined;
  const paths = argumentsOf(given, PATHS);
  return paths === UNCLEAR ? line : `${line} ${paths}`;
}
