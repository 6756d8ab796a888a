import type { RepositoryFacts } from "../guards/command-view.ts";
import type { PathContext } from "../paths/path-context.ts";
import type { RuleSet } from "../rules/rule-set.ts";

/** What a shell line is judged with. */
export interface LineContext extends RepositoryFacts {
  readonly paths: PathContext;
  readonly rules: RuleSet;
  /** What is kept of files that are changed, so that it can be undone. */
  readonly keepsChanges?: boolean | "edits";
  /** Harmless commands, and tools that only read or change nothing outside the run, need no rule. */
  readonly builtins: { readonly commands: boolean; readonly tools: boolean };
}
