import type { PolicyFile } from "../rules/policy-file.ts";
import { decide } from "./decision.ts";
import { LEXICAL } from "./disk-facts.ts";
import type { Outcome } from "./finding.ts";
import { judgeLine } from "./judge-line.ts";
import { checkNames } from "./known-options.ts";
import { createLineEngine } from "./line-engine.ts";

/** Where a command line is judged. Both are names only: nothing on disk is touched. */
export interface CommandLineOptions {
  readonly cwd: string;
  readonly home: string;
  /** Replaces all built-in allow rules. Built-in denials and forced asks stay. */
  readonly policy?: PolicyFile;
}

/** What `toolwright permit` prints for one line. */
export interface CommandLineVerdict {
  readonly command: string;
  readonly verdict: Outcome;
  readonly rule: string | null;
  readonly reason: string;
}

/** Judges one shell line as `toolwright permit` does. Throws only a `TypeError` for an option that does not exist. */
export function judgeCommandLine(command: string, options: CommandLineOptions): CommandLineVerdict {
  return commandLineJudge(options)(command);
}

/** The same for many lines: the rules are read once. */
export function commandLineJudge(options: CommandLineOptions): (command: string) => CommandLineVerdict {
  checkNames(options, "commandLineJudge", ["cwd", "home", "policy"]);
  const { cwd, home, policy } = options;
  const policies = policy === undefined ? [] : [{ scope: "cli" as const, policy }];
  const engine = createLineEngine({ root: cwd, home, policies, builtins: policy === undefined ? "all" : "none" });
  const context = engine.context(LEXICAL);
  return (command) => {
    const findings = judgeLine(command, [engine.root], context);
    const { verdict, rule, reason } = decide(findings, { mode: "default", sandboxed: false });
    return { command, verdict, rule, reason };
  };
}
