import { grammarOf } from "../grammar/programs/programs.ts";
import { isInterpreter } from "../guards/guard-interpreter.ts";
import type { ShellWord } from "../read/shell-word.ts";
import type { RunBy } from "../wrappers/runners.ts";

/** Commands of which three words say what is done, and not two. */
const THREE: ReadonlySet<string> = new Set(
  (
    "npm run, pnpm run, yarn run, bun run, docker compose, git stash, git remote, " +
    "git worktree, gh pr, gh issue, gh run, go mod"
  ).split(", "),
);

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
  const depth = THREE.has(pair) ? 3 : 2;
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
