import { ANYTHING, type Touches } from "../reach/touches.ts";
import { isRefusedForParenthesis, suspiciousText } from "../read/suspicious-text.ts";
import { type Finding, guard } from "../verdict/finding.ts";
import { knownAtFirst } from "../walk/known-values.ts";
import type { Directories } from "../walk/place.ts";
import { OutOfSteps, Steps } from "../walk/steps.ts";
import { walkText } from "../walk/walk-line.ts";
import { CommandJudge } from "./command-judge.ts";
import { strictRule } from "./command-rules.ts";
import type { LineContext } from "./line-context.ts";
import type { ToldCommand } from "./told-command.ts";

/** More simple commands than this in one line are not judged one by one for an allowance. */
const MAX_COMMANDS = 50;

/** A line, judged: what was found, and what is told of its commands. */
export interface ReadLine {
  readonly findings: readonly Finding[];
  readonly commands: readonly ToldCommand[];
  /** Every program of it is known and none runs code; git only looks. */
  readonly looks: boolean;
  /** What it would do, as far as its words say. */
  readonly touches: Touches;
  /** What it took, in steps: see `Steps`. */
  readonly steps: number;
}

/** Judges a shell line: everything that was found, the strictest of which is the verdict. Never throws. */
export function judgeLine(line: string, directories: Directories, context: LineContext): readonly Finding[] {
  return readLine(line, directories, context).findings;
}

/** Judges a shell line and tells of its commands. Never throws. */
export function readLine(line: string, directories: Directories, context: LineContext): ReadLine {
  if (line.length > 100_000) return tooLong(line, context);
  const { allow, ask, deny } = context.rules.rules;
  const steps = new Steps(line, allow.length + ask.length + deny.length);
  const judge = judgeOf(line, { directories, context, steps });
  const findings = withWholeLine(line, judge, context);
  const looks = !judge.runs && !judge.unclear;
  const { told: commands, touched } = judge;
  return { findings, commands, looks, touches: touched.touches, steps: steps.taken };
}

interface Walking {
  readonly directories: Directories;
  readonly context: LineContext;
  readonly steps: Steps;
}

/** A judge that has seen the whole line, or as much of it as its steps and the stack allow. */
function judgeOf(line: string, walking: Walking): CommandJudge {
  const { context, steps } = walking;
  const judge = new CommandJudge(context, steps);
  const isWhole = walkWith(judge, line, walking);
  if (!isWhole || !judge.changesIndex || !judge.trustsIndex) return judge;
  // What the line itself changes, at whatever moment, may be tracked by then.
  const { tracks } = context.paths;
  const paths: LineContext["paths"] = { ...context.paths, tracks: (path) => tracks(path) || undefined };
  const doubtful = new CommandJudge({ ...context, paths }, steps);
  walkWith(doubtful, line, walking);
  return doubtful;
}

/** Has a judge see a line, command after command. False where it did not come to the end of it: then it asks. */
function walkWith(judge: CommandJudge, line: string, { directories, context }: Walking): boolean {
  try {
    const variables = knownAtFirst(context.paths.anchors);
    walkText(line, { directories, fed: false, depth: 0, variables }, judge);
    return true;
  } catch (error) {
    judge.found(guard(error instanceof OutOfSteps ? error.message : "The line could not be judged."));
    return false;
  }
}

function tooLong(line: string, context: LineContext): ReadLine {
  return {
    findings: [guard("The line is too long to be judged."), ...rawDenials(line, context)],
    commands: [],
    looks: false,
    touches: ANYTHING,
    steps: 0,
  };
}

/** What was found in its commands, with what is found in the line as a whole. */
function withWholeLine(line: string, judge: CommandJudge, context: LineContext): readonly Finding[] {
  const suspicious = suspiciousText(line);
  if (!judge.unclear && suspicious === undefined && judge.commands <= MAX_COMMANDS) return judge.findings;
  const raw = rawDenials(line, context);
  if (judge.unparsed && suspicious === undefined && isRefusedForParenthesis(line))
    return refused([...judge.findings, ...raw]);
  const floor = suspicious === undefined ? [] : [guard(suspicious)];
  if (judge.commands > MAX_COMMANDS) floor.push(guard(`The line holds more than ${MAX_COMMANDS} commands.`));
  return [...judge.findings.map(neverSaved), ...floor, ...raw];
}

/** Where the line as a whole asks every time, a rule for a part of it would not help. */
function neverSaved({ remember: _, ...finding }: Finding): Finding {
  return finding;
}

/** A line that bash refuses as a whole runs nothing; what is denied stays denied. */
function refused(findings: readonly Finding[]): readonly Finding[] {
  const reason = "Bash refuses this line for its parenthesis and runs nothing of it.";
  const denials = findings.filter((finding) => finding.verdict === "deny");
  return [...denials, { verdict: "allow", kind: "allowed", reason, readOnly: true }];
}

/** Where the tree cannot be trusted, denials still look at the bare words between operators. */
function rawDenials(line: string, context: LineContext): readonly Finding[] {
  return line
    .slice(0, 100_000)
    .split(/[;&|\n\r(){}`]+/)
    .slice(0, 500)
    .flatMap((segment) => {
      const words = segment
        .replace(/["'\\]/g, "")
        .split(/\s+/)
        .filter((word) => word !== "")
        .slice(0, 200);
      const argv = words.slice(
        words.findIndex((word) => !/^\w+=|^(?:if|then|do|else|sudo|env|command|time|!)$/.test(word)),
      );
      const named = [(argv[0] ?? "").replace(/^.*\//, ""), ...argv.slice(1)];
      const found = argv.length === 0 ? undefined : strictRule([argv, named], context.rules);
      return found?.verdict === "deny" ? [found] : [];
    });
}
