import type { CommandExpansionPart, ParameterExpansionPart, Word, WordPart } from "unbash";
import type { ShellState } from "./shell-state.ts";

/** A word of a command; both are undefined when a part of it cannot be known. */
export interface ShellWord {
  /** What the program is given when nothing matches. */
  readonly text: string | undefined;
  /** The same with the characters that are not to be read as pattern escaped. */
  readonly pattern: string | undefined;
}

/** A word that stands for itself. */
export function plainWord(text: string): ShellWord {
  return { text, pattern: literal(text) };
}

/** What is known of a word. */
export function shellWord(word: Word, state: ShellState): ShellWord {
  const pattern = wordPattern(word, state);
  return { pattern, text: pattern === undefined ? undefined : unescapePattern(pattern) };
}

/**
 * A word as a glob pattern, with quotes removed and what is known of its expansions filled in; characters that are not to be
 * read as pattern are escaped with a backslash. Undefined when a part of it cannot be known.
 */
function wordPattern(word: Word, state: ShellState): string | undefined {
  const parts = word.parts ?? [bare(word)];
  const patterns = parts.map((part, index) => partPattern(part, state, index === 0));
  return patterns.includes(undefined) ? undefined : patterns.join("");
}

/** The text that a pattern without pattern characters stands for. */
function unescapePattern(pattern: string): string {
  return pattern.replace(/\\(.)/gs, "$1");
}

function bare(word: Word): WordPart {
  return { type: "Literal", pos: word.pos, end: word.end, text: word.text, value: word.value };
}

function partPattern(part: WordPart, state: ShellState, first: boolean): string | undefined {
  switch (part.type) {
    case "Literal":
      return first ? tilde(unquoted(part.text), state) : unquoted(part.text);
    case "SingleQuoted":
    case "AnsiCQuoted":
      return literal(part.value);
    case "Glob":
    case "BraceExpansion":
      return part.text;
    case "DoubleQuoted":
    case "LocaleString":
      return allOf(part.parts.map((inner) => quotedPart(inner, state)));
    default:
      return expansion(part, state);
  }
}

function quotedPart(part: WordPart, state: ShellState): string | undefined {
  const value = part.type === "Literal" ? part.value : expansion(part, state);
  return value === undefined ? undefined : literal(part.type === "Literal" ? value : unescapePattern(value));
}

function expansion(part: WordPart, state: ShellState): string | undefined {
  if (part.type === "SimpleExpansion") return state.get(part.text.slice(1));
  if (part.type === "ParameterExpansion") return parameter(part, state);
  return part.type === "CommandExpansion" ? substitution(part, state) : undefined;
}

function parameter(part: ParameterExpansionPart, state: ShellState): string | undefined {
  if (part.prefix !== undefined || part.index !== undefined) return undefined;
  const value = state.get(part.parameter);
  const operation = part.operation;
  if (operation === undefined) return value;
  if (operation.type !== "Default" || operation.operator.endsWith("+")) return undefined;
  return value ?? wordPattern(operation.operand, state);
}

/** The few substitutions that people use to name a directory. */
function substitution(part: CommandExpansionPart, state: ShellState): string | undefined {
  const [statement, ...more] = part.script?.commands ?? [];
  const command = statement?.command;
  if (command?.type !== "Command" || more.length > 0) return undefined;
  const words = [command.name, ...command.args].map((word) =>
    word?.type === "Word" ? shellWord(word, state).text : undefined,
  );
  if (words.includes(undefined)) return undefined;
  const line = words.join(" ");
  if (line === "pwd" || line === "pwd -P") return state.cwd;
  if (line === "git rev-parse --show-toplevel") return state.place.root;
  return words[0] === "echo" ? words.slice(1).join(" ") : undefined;
}

function tilde(text: string, state: ShellState): string | undefined {
  if (!text.startsWith("~")) return text;
  const rest = text.slice(1);
  if (rest === "" || rest.startsWith("/")) return (state.get("HOME") ?? state.place.home) + rest;
  if (rest === "+" || rest.startsWith("+/")) return state.cwd === undefined ? undefined : state.cwd + rest.slice(1);
  return text;
}

const ACTIVE = /[\\*?[\]{},~]/g;

function literal(text: string): string {
  return text.replace(ACTIVE, "\\$&");
}

/** A backslash stays only where it takes a meaning away. */
function unquoted(text: string): string {
  return text.replace(/\\(.)/gs, (escaped: string, char: string) => {
    if (char === "\n") return "";
    return literal(char) === char ? char : escaped;
  });
}

function allOf(parts: readonly (string | undefined)[]): string | undefined {
  return parts.includes(undefined) ? undefined : parts.join("");
}
