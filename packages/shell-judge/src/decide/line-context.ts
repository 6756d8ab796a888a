import type { PathContext } from "../paths/path-judge.ts";
import type { RuleSet } from "../rules/rule-set.ts";
import type { Finding } from "./finding.ts";

/** What a shell line is judged with. */
export interface LineContext {
  readonly paths: PathContext;
  readonly rules: RuleSet;
  /** Harmless commands, and tools that only read or change nothing outside the run, need no rule. */
  readonly builtins: { readonly commands: boolean; readonly tools: boolean };
  /** Does this directory belong to the workspace's own repository? Undefined: the disk is not looked at. */
  trustsRepository(directory: string): boolean | undefined;
  /** An ask, when the workspace's own repository is configured to run programs and nobody has said yes to that. */
  repositoryRuns(): Finding | undefined;
  /** The addresses of the workspace's own repository hold a token or a password. */
  showsTokens(): boolean;
}
