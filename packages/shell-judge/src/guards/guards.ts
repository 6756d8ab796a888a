import { guard } from "../decide/finding.ts";
import { readByGrammar } from "../grammar/grammar-guard.ts";
import type { CommandReading, CommandView, Guard } from "./command-view.ts";
import { guardContainers } from "./guard-containers.ts";
import { guardCopy, guardDd, guardMake, guardMode, guardRm, guardTee } from "./guard-files.ts";
import { guardFind } from "./guard-find.ts";
import { guardGeneric } from "./guard-generic.ts";
import { guardGit } from "./guard-git.ts";
import {
  guardAwk,
  guardCurl,
  guardInterpreter,
  guardMakefile,
  guardPackages,
  isInterpreter,
} from "./guard-programs.ts";
import { guardReading } from "./guard-reading.ts";
import { guardSed } from "./guard-sed.ts";
import { guardDate, guardHostname, guardJq, guardPrintf, guardUniq, guardXxd } from "./guard-small.ts";
import { guardTest } from "./guard-test.ts";
import { irreversible } from "./irreversible.ts";
import { NEVER_BY_WILDCARD } from "./never-by-wildcard.ts";
import { READING_PROFILES } from "./reading-profiles.ts";

const GUARDS = new Map<string, Guard>([
  ["git", guardGit],
  ["find", guardFind],
  ["sed", guardSed],
  ["gsed", guardSed],
  ["printf", guardPrintf],
  ["test", guardTest],
  ["[", guardTest],
  ["date", guardDate],
  ["hostname", guardHostname],
  ["uniq", guardUniq],
  ["xxd", guardXxd],
  ["jq", guardJq],
  ["rm", guardRm],
  ["rmdir", guardMake],
  ["mkdir", guardMake],
  ["touch", guardMake],
  ["chmod", guardMode],
  ["chown", guardMode],
  ["chgrp", guardMode],
  ["cp", guardCopy],
  ["mv", guardCopy],
  ["ln", guardCopy],
  ["install", guardCopy],
  ["tee", guardTee],
  ["dd", guardDd],
  ["awk", guardAwk],
  ["gawk", guardAwk],
  ["mawk", guardAwk],
  ["nawk", guardAwk],
  ["npm", guardPackages],
  ["npx", guardPackages],
  ["pnpm", guardPackages],
  ["yarn", guardPackages],
  ["make", guardMakefile],
  ["gmake", guardMakefile],
  ["curl", guardCurl],
  ["docker", guardContainers],
  ["podman", guardContainers],
  ["nerdctl", guardContainers],
  ["kubectl", guardContainers],
]);

/** Commands that only report their version when it is all they are asked. */
const VERSIONED = new Set(
  "node npm npx pnpm yarn bun deno python python3 pip pip3 ruby perl php go cargo rustc java gcc clang make cmake tsc docker bash".split(
    " ",
  ),
);

/** Reads a command through the guard of its name, and adds what holds for every command. */
export function readCommand(view: CommandView): CommandReading {
  if (VERSIONED.has(view.name) && view.args.length === 1 && view.args[0]?.text === "--version") {
    return { findings: [], paths: [], harmless: true };
  }
  const reading = readByGrammar(view) ?? byName(view);
  const always = NEVER_BY_WILDCARD.has(view.name)
    ? [guard(`${view.name} can run programs or write files in ways that are not judged.`)]
    : [];
  return { ...reading, findings: [...reading.findings, ...irreversible(view.name, view.args), ...always] };
}

function byName(view: CommandView): CommandReading {
  const own = GUARDS.get(view.name);
  if (own !== undefined) return own(view);
  const profile = READING_PROFILES.get(view.name);
  if (profile !== undefined) return guardReading(view, profile);
  return isInterpreter(view.name) ? guardInterpreter(view) : guardGeneric(view);
}
