import type { PathContext } from "../paths/path-judge.ts";
import type { RuleSet } from "../rules/rule-set.ts";

/** What a shell line is judged with. */
export interface LineContext {
  readonly paths: PathContext;
  readonly rules: RuleSet;
  /** Harmless commands may run without a rule. */
  readonly builtins: boolean;
  /** Does this directory belong to the workspace's own repository? Undefined: the disk is not looked at. */
  trustsRepository(directory: string): boolean | undefined;
}
