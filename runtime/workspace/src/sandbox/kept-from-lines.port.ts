import type { DependencyKey } from "@toolwright/core";
import type { Met } from "@toolwright/shell-judge";
import { isInside } from "../workspace/is-inside.ts";
import type { AbsentFiles } from "./absent-files.ts";

/** What has to be kept from lines that were let run for that. */
export interface KeptFromLines {
  /** For a line as it was judged last. Real paths. */
  of(command: string): readonly Met[];
}

/** The policy of a runner brings its own, so that a line runs only where what it was let run for holds. */
export const KEPT_FROM_LINES: DependencyKey<KeptFromLines | undefined> = {
  id: "toolwright.kept-from-lines",
  scope: "run",
  create: () => undefined,
};

/** Is what a line would come across among the files that it cannot open? */
export function isKept({ path, below }: Met, root: string, { all, holds }: AbsentFiles): boolean {
  return below === true ? all && isInside(root, path) : holds(path);
}
