import type { Grammar } from "../grammar.ts";
import { ARCHIVES } from "./archives.ts";
import { BUILD_TOOLS } from "./build-tools.ts";
import { CONTAINERS } from "./containers.ts";
import { FILES } from "./files.ts";
import { GIT } from "./git.ts";
import { JAVASCRIPT } from "./javascript.ts";
import { LISTING } from "./listing.ts";
import { NETWORK } from "./network.ts";
import { PYTHON } from "./python.ts";
import { SEARCH } from "./search.ts";
import { SYSTEM } from "./system.ts";
import { TEXT } from "./text.ts";

const GRAMMARS: ReadonlyMap<string, () => Grammar> = new Map(
  [ARCHIVES, BUILD_TOOLS, CONTAINERS, FILES, GIT, JAVASCRIPT, LISTING, NETWORK, PYTHON, SEARCH, SYSTEM, TEXT].flat(),
);

/** The grammar of a program; undefined where it has none. */
export function grammarOf(name: string): Grammar | undefined {
  return GRAMMARS.get(name)?.();
}

/** The names of all programs that have a grammar. */
export const GRAMMAR_NAMES: readonly string[] = [...GRAMMARS.keys()];
