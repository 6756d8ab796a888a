import { join } from "node:path";
import type { Workspace } from "../../workspace/workspace.port.ts";

/** Where a pattern begins to look, and what is left of it there. */
export interface PatternPlace {
  /** As a model would write it: to be resolved. */
  readonly base: string;
  readonly rest: string;
}

/** Parts what a pattern says before its first wildcard from the rest: `../lib/*.ts` looks in `../lib`. */
export function splitPattern({ root }: Workspace, pattern: string, path: string): PatternPlace {
  const names = pattern.split("/");
  const firstWild = names.findIndex((name) => /[*?[\]{}!\\]/.test(name));
  const known = firstWild < 0 ? names.length - 1 : firstWild;
  const isAbsolute = /^[/~]/.test(pattern);
  const climbs = names.slice(0, known).includes("..");
  if (!isAbsolute && !climbs) return { base: path, rest: pattern };
  const start = names.slice(0, known).join("/") || root;
  return { base: isAbsolute ? start : join(path, start), rest: names.slice(known).join("/") };
}
