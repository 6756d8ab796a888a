import type { Grammar } from "../grammar.ts";
import { ARCHIVES } from "./archives.ts";
import { awk } from "./awk.ts";
import { BUILD_TOOLS } from "./build-tools.ts";
import { CONTAINERS } from "./containers.ts";
import { FILES } from "./files.ts";
import { find } from "./find.ts";
import { git } from "./git.ts";
import { grep } from "./grep.ts";
import { JAVASCRIPT_TOOLS } from "./javascript-tools.ts";
import { jq } from "./jq.ts";
import { LISTING } from "./listing.ts";
import { curl, wget } from "./network.ts";
import { MANAGERS, node } from "./node.ts";
import { npm } from "./npm.ts";
import { OWNERSHIP } from "./ownership.ts";
import { PYTHON_TOOLS, python } from "./python.ts";
import { fd, rg } from "./search.ts";
import { sed } from "./sed.ts";
import { SYSTEM } from "./system.ts";
import { TEXT } from "./text.ts";

const ALL: readonly Grammar[] = [
  ...[awk, curl, fd, find, git, grep, jq, node, npm, python, rg, sed, wget],
  ...[...ARCHIVES, ...BUILD_TOOLS, ...CONTAINERS, ...FILES, ...JAVASCRIPT_TOOLS, ...LISTING, ...MANAGERS],
  ...[...OWNERSHIP, ...PYTHON_TOOLS, ...SYSTEM, ...TEXT],
];

/** Every program that has a grammar, by name. */
export const GRAMMARS: ReadonlyMap<string, Grammar> = new Map(
  ALL.flatMap((grammar) => grammar.names.split(" ").map((name): [string, Grammar] => [name, grammar])),
);
