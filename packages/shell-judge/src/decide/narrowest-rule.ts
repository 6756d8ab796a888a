import { isInterpreter } from "../guards/guard-programs.ts";
import type { ShellWord } from "../read/shell-word.ts";

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
export function narrowestRule(words: readonly ShellWord[]): string | undefined {
  const name = words[0]?.value;
  if (name === undefined || isInterpreter(name) || !isPlain(name)) return undefined;
  const pair = `${name} ${words[1]?.value ?? ""}`;
  const depth = Object.hasOwn(DEPTH, pair) ? (DEPTH[pair] ?? 2) : 2;
  const kept = [name];
  for (const word of words.slice(1, depth)) {
    if (word.form !== "literal" || !/^[a-z][a-z0-9:_-]*$/.test(word.value)) break;
    kept.push(word.value);
  }
  return `Bash(${kept.join(" ")}:*)`;
}

function isPlain(text: string): boolean {
  return /^[\w./+@-]+$/.test(text);
}
