import { relative } from "node:path";
import { NEVER_SEARCHED } from "../never-searched.ts";
import { endsWithCarriageReturn } from "../own-line-end.ts";
import type { LineSearch, SearchScope } from "../search-engine.port.ts";

/** The arguments for finding lines, as JSON. Several patterns are for who puts the files in order: so all processors may search. */
export function searchArguments(
  scope: SearchScope,
  lines: LineSearch,
  inRepository: boolean,
  patterns?: readonly string[],
): readonly string[] {
  const { fixed, ignoreCase, multiline, context } = lines;
  return [
    "--json",
    "--no-mmap",
    ignoreCase ? "--ignore-case" : "--case-sensitive",
    ...(context > 0 ? [`--context=${context}`] : []),
    ...(fixed ? ["--fixed-strings"] : []),
    ...(multiline ? ["--multiline", "--multiline-dotall"] : []),
    ...(endsWithCarriageReturn(lines) ? ["--crlf"] : []),
    ...(patterns === undefined ? [SORTED] : []),
    ...common(scope, inRepository),
    ...(patterns ?? [lines.pattern]).flatMap((one) => ["-e", one]),
    "--",
    place(scope),
  ];
}

/** The arguments for the paths of all files, ended by NUL. */
export function listArguments(scope: SearchScope, inRepository: boolean): readonly string[] {
  return ["--files", "--null", SORTED, ...common(scope, inRepository), "--", place(scope)];
}

/** One thread does it all where ripgrep sorts. */
const SORTED = "--sort=path";

/**
 * Only ignore files of the folder count, not those of the user, so that everybody finds the same. A glob of the call is given
 * as a type, because one given as a glob would bring back what is ignored.
 */
function common({ ignored, fileNames, isFile }: SearchScope, inRepository: boolean): readonly string[] {
  const types = isFile ? [] : (fileNames ?? []).flatMap((name) => ["--type-add", `toolwright:${name}`]);
  return [
    "--no-config",
    "--hidden",
    "--no-ignore-global",
    "--no-ignore-exclude",
    ...(ignored ? ["--no-ignore"] : []),
    ...(inRepository ? [] : ["--no-require-git"]),
    ...(types.length === 0 ? [] : [...types, "--type=toolwright"]),
    ...NEVER_SEARCHED.map((name) => `--glob=!${name}`),
  ];
}

function place({ workspace, path }: SearchScope): string {
  return relative(workspace.root, path) || ".";
}
