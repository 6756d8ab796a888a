import type { Command, Grammar } from "../grammar.ts";
import { grammars } from "../notation.ts";
import { ARCHIVES } from "./archives.ts";
import { BUILD_TOOLS } from "./build-tools.ts";
import { CONTAINERS } from "./containers.ts";
import { FILES } from "./files.ts";
import { GIT_CHANGES } from "./git-changes.ts";
import { GIT_LOOKS } from "./git-looks.ts";
import { GIT_REFS } from "./git-refs.ts";
import { JAVASCRIPT } from "./javascript.ts";
import { LISTING } from "./listing.ts";
import { NETWORK } from "./network.ts";
import { PYTHON } from "./python.ts";
import { SEARCH } from "./search.ts";
import { SYSTEM } from "./system.ts";
import { TEXT } from "./text.ts";

/** git. Subcommands that are missing here run programs, copy a whole history into a file, or may be an alias. */
const GIT = grammars(`
git | git 2.39, git 2.50 | repository
  -C=cd -P,--no-pager --no-optional-locks --no-replace-objects --literal-pathspecs
  reads -v,--version -h,--help
${GIT_LOOKS}${GIT_REFS}${GIT_CHANGES}`);

const ALL = [ARCHIVES, BUILD_TOOLS, CONTAINERS, FILES, GIT, JAVASCRIPT, LISTING, NETWORK, PYTHON, SEARCH, SYSTEM, TEXT];
const GRAMMARS: ReadonlyMap<string, () => Grammar> = new Map(ALL.flat());

/** The grammar of a program; undefined where it has none. */
export function grammarOf(name: string): Grammar | undefined {
  return GRAMMARS.get(name)?.();
}

/** The names of all programs that have a grammar. */
export const GRAMMAR_NAMES: readonly string[] = [...GRAMMARS.keys()];

/** Of some programs only a few calls are known, such as the question for their version. */
export function isKnownInPart(name: string): boolean {
  const grammar = grammarOf(name);
  const [form] = grammar?.forms ?? [];
  if (grammar === undefined || grammar.partly || form === undefined) return grammar?.partly === true;
  const asks = form.needs.length > 0 && form.effect === "reads" && form.operands.length === 0;
  return asks && grammar.forms.length === 1 && grammar.subcommands.size === 0;
}

/** Has a program a form that runs code of the project? Those that work for other machines are not counted. */
export function runsProjects(name: string): boolean {
  const grammar = grammarOf(name);
  return grammar !== undefined && !grammar.repository && !REACHES_OUT.test(name) && runs(grammar);
}

const REACHES_OUT = /^(?:docker|podman|kubectl|gh)$/;

function runs({ forms, subcommands }: Command): boolean {
  return forms.some(({ effect }) => effect === "runs") || [...subcommands.values()].some(runs);
}
