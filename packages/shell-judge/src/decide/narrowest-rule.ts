import { grammarOf } from "../grammar/programs/programs.ts";
import { isInterpreter } from "../guards/guard-interpreter.ts";
import type { ShellWord } from "../read/shell-word.ts";
import type { RunBy } from "../wrappers/runners.ts";

/** How many words say what is done, for commands where that is not two. */
const DEPTH: Record<string, number> = {
  "npm run": 3,
  "pnpm run": 3,
  "yarn run": 3,
  "bun run": 3,
  "docker compose": 3,
  "git stash": 3,
  "git remote": 3,
  "git worktree": 3,
  "gh pr": 3,
  "gh issue": 3,
  "gh run": 3,
  "go mod": 3,
};

/**
 * The narrowest prefix rule that a person would expect "always" to save: the name and the words that say what is done.
 * None for interpreters, nor for words a rule cannot spell.
 */
export function narrowestRule(words: readonly ShellWord[], run?: RunBy): string | undefined {
  const name = words[0]?.value;
  if (name === undefined || isInterpreter(name) || !isPlain(name)) return undefined;
  if (run !== undefined) return runRule(words, run);
  // What stands behind an option may be anything: the rule would be about the whole program.
  const grammar = grammarOf(name);
  const single = grammar !== undefined && !("subcommands" in grammar);
  if (!single && words[1]?.value.startsWith("-") === true) return undefined;
  const pair = `${name} ${words[1]?.value ?? ""}`;
  const depth = Object.hasOwn(DEPTH, pair) ? (DEPTH[pair] ?? 2) : 2;
  const kept = [name];
  for (const word of words.slice(1, depth)) {
    if (word.form !== "literal" || !/^[a-z][a-z0-9:_-]*$/.test(word.value)) break;
    kept.push(word.value);
  }
  return `Bash(${kept.join(" ")}:*)`;
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
