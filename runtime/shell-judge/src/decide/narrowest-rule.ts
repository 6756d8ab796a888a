import { grammarOf, isKnownInPart } from "../grammar/programs/programs.ts";
import type { Reading } from "../grammar/read-grammar.ts";
import { isInterpreter } from "../guards/guard-interpreter.ts";
import type { ShellWord } from "../read/shell-word.ts";
import type { RunBy } from "../wrappers/runners.ts";
import { serverOf } from "./one-server.ts";

/** Commands of which three words say what is done, and not two. */
const THREE: ReadonlySet<string> = new Set(
  "npm run, pnpm run, yarn run, bun run, docker compose, git stash, git remote, git worktree, gh pr, gh issue, gh run, go mod".split(
    ", ",
  ),
);

/** Commands whose every word matters: a target, a branch, a mode, a package. */
const EXACT =
  /^(?:git (?:push|clone|pull|merge|rebase|reset|switch|checkout)|pip3? install|(?:make|gmake|mvnw?|chmod|chown|chgrp|sed|gsed|wget)(?: .*)?)$/;

/** A command that nothing else speaks for. */
export interface UnruledCommand {
  /** As it is written. */
  readonly words: readonly ShellWord[];
  /** Without what does not change its meaning. */
  readonly plain: readonly ShellWord[];
  readonly read: Reading | undefined;
  readonly run: RunBy | undefined;
}

/**
 * The narrowest rule that a person would expect "always" to save: the name and the words that say what is done where
 * the program is known and the rest of the line does not matter, one server of a request, or else the line itself. None
 * for interpreters, nor for words a rule cannot spell.
 */
export function narrowestRule({ words, plain, read, run }: UnruledCommand): string | undefined {
  const name = plain[0]?.value;
  if (name === undefined || isInterpreter(name) || !isPlain(name)) return undefined;
  if (run !== undefined) return runRule(plain, run);
  const server = serverOf(name, read);
  if (server !== undefined) return `Bash(${name} ${server}/:*)`;
  const bare = name.slice(name.lastIndexOf("/") + 1);
  const grammar = isKnownInPart(bare) ? undefined : grammarOf(bare);
  if (grammar === undefined || name === "curl" || EXACT.test(`${name} ${plain[1]?.value ?? ""}`.trim()))
    return exactRule(words);
  // Of a program with subcommands an option in front may stand before any of them.
  if (grammar.subcommands.size > 0 && plain[1]?.value.startsWith("-") === true) return undefined;
  return prefixRule(name, plain);
}

function prefixRule(name: string, plain: readonly ShellWord[]): string {
  const words = plain.slice(1, THREE.has(`${name} ${plain[1]?.value ?? ""}`) ? 3 : 2);
  const end = words.findIndex(({ form, value }) => form !== "literal" || !/^[a-z][a-z0-9:_-]*$/.test(value));
  const said = (end < 0 ? words : words.slice(0, end)).map(({ value }) => value);
  return `Bash(${[name, ...said].join(" ")}:*)`;
}

/** The line itself. Undefined where a rule cannot spell it. */
function exactRule(words: readonly ShellWord[]): string | undefined {
  const spelled = words.map(({ form, tilde, value }) => (form === "literal" && !tilde ? spelling(value) : undefined));
  const known = spelled.filter((word) => word !== undefined);
  const text = known.join(" ");
  return known.length === words.length && text.length < 300 ? `Bash(${text})` : undefined;
}

/** A star would stand for anything, whatever is around it. */
function spelling(value: string): string | undefined {
  if (/^[\w./+@:=,%~#^&|;!?<>{}[\]$-]+$/.test(value)) return value;
  return /^[^'*\p{C}\p{Z}]*(?: [^'*\p{C}\p{Z}]*)*$/u.test(value) && value !== "" ? `'${value}'` : undefined;
}

/** The program that is run, under the one that runs it. */
function runRule(words: readonly ShellWord[], { before, inner }: RunBy): string | undefined {
  const program = inner?.[0]?.value;
  if (program === undefined || isInterpreter(program) || !/^[a-z][\w.-]*$/.test(program)) return undefined;
  return `Bash(${words
    .slice(0, before + 1)
    .map(({ value }) => value)
    .join(" ")}:*)`;
}

function isPlain(text: string): boolean {
  return /^[\w./+@-]+$/.test(text);
}
