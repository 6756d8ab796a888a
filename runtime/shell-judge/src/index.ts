export type { ModeOptions, PermissionMode } from "./decide/decision.ts";
export { type Decision, decide, type Explanation, explainFindings, lacksRule } from "./decide/decision.ts";
export { type DiskFacts, LEXICAL } from "./decide/disk-facts.ts";
export {
  type CommandLineOptions,
  type CommandLineVerdict,
  commandLineJudge,
  type ExplainedLine,
  explain,
  judge,
  judgeCommandLine,
  neverRun,
} from "./decide/judge.ts";
export { judgeLine, type ReadLine, readLine } from "./decide/judge-line.ts";
export { type JudgedOnDisk, judgeOnDisk } from "./decide/judge-on-disk.ts";
export type { ShellPlace } from "./decide/known-options.ts";
export type { LineContext } from "./decide/line-context.ts";
export { createLineEngine, type LineEngine, type LineEngineOptions } from "./decide/line-engine.ts";
export type { ToldCommand } from "./decide/told-command.ts";
export { deniesReading } from "./paths/denied-path.ts";
export { isInside, join, normalise } from "./paths/lexical.ts";
export { nodeRealPaths } from "./paths/node-real-paths.ts";
export { judgePath } from "./paths/path-judge.ts";
export type { PathUse } from "./paths/path-use.ts";
export { foldName } from "./paths/protected-paths.ts";
export type { ExistingPath, RealPaths } from "./paths/real-paths.ts";
export { holdsVariables, SECRET_PATTERNS, SECRETS_BELOW_HOME } from "./paths/secret-names.ts";
export { GatheredTouches } from "./reach/gather-touches.ts";
export { type Reach, reachOf, runsCode } from "./reach/reach.ts";
export { ANYTHING, type Link, NOTHING, type Touches } from "./reach/touches.ts";
export { literalWord, type ShellWord } from "./read/shell-word.ts";
export { domainMatches, hostOf } from "./rules/domain-pattern.ts";
export { duplicateKey } from "./rules/duplicate-key.ts";
export { mcpMatches, nameMatches } from "./rules/matches-example.ts";
export { isFamilyName } from "./rules/parse-rule.ts";
export { type ParsedPolicy, type PolicyEntry, type PolicyFile, parsePolicy, readPolicy } from "./rules/policy-file.ts";
export type { Rule, RuleTarget } from "./rules/rule.ts";
export type { ScopedPolicy } from "./rules/rule-set.ts";
export { type Finding, type FindingKind, guard, isHeldBySandbox, type Met, type Outcome } from "./verdict/finding.ts";
