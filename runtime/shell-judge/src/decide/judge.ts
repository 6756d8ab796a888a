import { normalise } from "../paths/lexical.ts";
import type { PolicyFile } from "../rules/policy-file.ts";
import type { Finding, Outcome } from "../verdict/finding.ts";
import { decide } from "./decision.ts";
import { LEXICAL } from "./disk-facts.ts";
import { judgeLine } from "./judge-line.ts";
import { checkNames, checkPlace, type ShellPlace } from "./known-options.ts";
import { createLineEngine, type LineEngine } from "./line-engine.ts";

/** A line with its verdict. */
export interface ExplainedLine {
  readonly verdict: Outcome;
  /** One sentence. */
  readonly reason: string;
  readonly findings: readonly Finding[];
}

/**
 * Everything that is found in a shell line: the strictest verdict among the findings is the line's. `rules` come on top
 * of what is built in. Pure: nothing on disk is looked at. Throws only a `TypeError` for a place that is none.
 */
export function judge(line: string, place: ShellPlace, rules?: PolicyFile): readonly Finding[] {
  return explain(line, place, rules).findings;
}

/**
 * Says why a line is never run, whoever approves it: its words say that it would delete, move away or change all of
 * `/`, a directory right below it, a home, the workspace, what holds it, or its `.git`; write onto a device; or start
 * processes without end. Undefined for every other line: a text that is decoded or computed, a program in another
 * language and a value that nobody knows are asked about.
 */
export function neverRun(line: string, place: ShellPlace): string | undefined {
  return judge(line, place).find(({ kind }) => kind === "forbidden")?.reason;
}

/** The verdict for a line, and why. Throws only a `TypeError` for a place that is none. */
export function explain(line: string, place: ShellPlace, rules?: PolicyFile): ExplainedLine {
  checkPlace(place, "The place of a line");
  const { cwd, root, home } = place;
  const findings = judgeLine(line, [normalise(cwd)], engineOf(root, home, rules).context(LEXICAL));
  const { verdict, reason } = decide(findings, { mode: "default", sandboxed: false });
  return { verdict, reason, findings };
}

interface BuiltEngine extends Pick<ShellPlace, "root" | "home"> {
  readonly rules: PolicyFile | undefined;
  readonly engine: LineEngine;
}

let last: BuiltEngine | undefined;

/** Many lines are judged one after the other by the same rules, which are built once for them. */
function engineOf(root: string, home: string, rules: PolicyFile | undefined): LineEngine {
  if (last !== undefined && last.root === root && last.home === home && last.rules === rules) return last.engine;
  const policies = rules === undefined ? [] : [{ scope: "cli" as const, policy: rules }];
  last = { root, home, rules, engine: createLineEngine({ root, home, policies }) };
  return last.engine;
}

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
