import type { Grammar } from "../grammar.ts";
import { awk } from "./awk.ts";
import { find } from "./find.ts";
import { git } from "./git.ts";
import { grep } from "./grep.ts";
import { npm } from "./npm.ts";
import { sed } from "./sed.ts";

/** Every program that has a grammar, by name. */
export const GRAMMARS: ReadonlyMap<string, Grammar> = new Map(
  [awk, find, git, grep, npm, sed].flatMap((grammar) =>
    grammar.names.split(" ").map((name): [string, Grammar] => [name, grammar]),
  ),
);
