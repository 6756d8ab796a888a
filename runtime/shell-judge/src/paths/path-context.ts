import type { Anchors } from "../rules/path-pattern.ts";
import type { RuleSet } from "../rules/rule-set.ts";
import type { Steps } from "../walk/steps.ts";
import type { ProtectedPaths } from "./protected-paths.ts";
import type { ExistingPath } from "./real-paths.ts";

/** What paths are judged with. */
export interface PathContext {
  readonly anchors: Anchors;
  readonly rules: RuleSet;
  readonly protectedPaths: ProtectedPaths;
  /** Where a path really leads; `normalise` when nothing on disk is touched; undefined: unknown, so ask. */
  realPath(path: string): string | undefined;
  /** Paths that a glob reaches over links and, with `below`, what a search finds hidden or linked; undefined: ask. */
  existing(glob: string, below: boolean): readonly ExistingPath[] | undefined;
  /** Does the workspace's repository track this path? Undefined: not known. */
  tracks(path: string): boolean | undefined;
  /** The names on disk are not looked at: a wildcard may stand for any. */
  readonly unseen?: boolean | undefined;
  /** Counts what is compared. */
  readonly steps?: Steps;
}
