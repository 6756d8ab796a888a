import type { PathContext } from "../paths/path-judge.ts";
import type { RuleSet } from "../rules/rule-set.ts";

/** What a shell line is judged with. */
export interface LineContext {
  readonly paths: PathContext;
  readonly rules: RuleSet;
  /** Harmless commands, and tools that only read or change nothing outside the run, need no rule. */
  readonly builtins: { readonly commands: boolean; readonly tools: boolean };
  /** Does this directory belong to the workspace's own repository? Undefined: the disk is not looked at. */
  trustsRepository(directory: string): boolean | undefined;
  /** Why the workspace's own repository cannot be obeyed unasked; undefined: nothing in its configuration runs programs. */
  repositoryRuns(): string | undefined;
}
