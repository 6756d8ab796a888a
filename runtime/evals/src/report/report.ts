import type { Usage } from "@toolwright/core";
import { usageSum } from "@toolwright/core/internal";
import type { Score } from "../scorer.ts";
import type { EvalRun } from "../task.ts";
import { type Interval, wilsonInterval } from "./wilson-interval.ts";

/** A task that an agent has done, with what every scorer made of it. */
export interface JudgedRun {
  readonly agent: string;
  readonly task: string;
  readonly run: EvalRun;
  readonly scores: ReadonlyMap<string, Score>;
}

/** A run that came to no end, because a model or an agent failed: it counts as not passed, and is made again. */
export interface FailedRun {
  readonly agent: string;
  readonly task: string;
  readonly message: string;
}

/** How one agent did. */
export interface AgentReport {
  readonly agent: string;
  readonly tasks: number;
  /** Tasks that every scorer has passed. */
  readonly passed: number;
  readonly passRate: number;
  /** Wilson's, at 95 %, of the pass rate. */
  readonly interval: Interval;
  /** Tasks passed, by scorer. */
  readonly passedBy: Readonly<Record<string, number>>;
  /** Model calls of a task, on average. */
  readonly steps: number;
  readonly seconds: number;
  /** Summed; `costUsd` where the price is known. */
  readonly usage: Usage;
  readonly calls: number;
  readonly refused: number;
  readonly mended: number;
}

/** What an evaluation came to. */
export interface EvalReport {
  readonly agents: readonly AgentReport[];
  /** What was not passed, and why. */
  readonly failures: readonly {
    readonly agent: string;
    readonly task: string;
    readonly by: string;
    readonly reason: string;
  }[];
  /** Runs that were not made, and why: the budget, or a stop. The same call goes on with them. */
  readonly left: { readonly runs: number; readonly why?: "budget" | "aborted" };
  /** What scorers have used on models of their own. */
  readonly scoring: Usage;
}

const NOTHING: Usage = { inputTokens: 0, outputTokens: 0 };

/** Adds up what was done, and what failed. */
export function reportOf(
  names: readonly string[],
  done: {
    readonly runs: readonly JudgedRun[];
    readonly failed: readonly FailedRun[];
    readonly left: EvalReport["left"];
  },
): EvalReport {
  const scores = done.runs.flatMap((one) => [...one.scores].map(([by, score]) => ({ ...one, by, score })));
  const refused = scores.filter(({ score }) => !score.passed);
  return {
    agents: names.map((agent) => {
      const failed = done.failed.filter((one) => one.agent === agent).length;
      return agentReport(
        agent,
        done.runs.filter((one) => one.agent === agent),
        failed,
      );
    }),
    failures: [
      ...refused.map(({ agent, task, by, score }) => ({ agent, task, by, reason: score.reason ?? "not passed" })),
      ...done.failed.map(({ agent, task, message }) => ({ agent, task, by: "the run", reason: message })),
    ],
    left: done.left,
    scoring: scores.reduce((sum, { score }) => usageSum(sum, score.usage ?? NOTHING), NOTHING),
  };
}

function agentReport(agent: string, judged: readonly JudgedRun[], failed: number): AgentReport {
  const tasks = judged.length + failed;
  const passed = judged.filter(({ scores }) => [...scores.values()].every((score) => score.passed)).length;
  const sum = (of: (run: EvalRun) => number) => judged.reduce((all, { run }) => all + of(run), 0);
  const average = (of: (run: EvalRun) => number) => (judged.length === 0 ? 0 : sum(of) / judged.length);
  const scorers = new Set(judged.flatMap(({ scores }) => [...scores.keys()]));
  return {
    agent,
    tasks,
    passed,
    passRate: tasks === 0 ? 0 : passed / tasks,
    interval: wilsonInterval(passed, tasks),
    passedBy: Object.fromEntries(
      [...scorers].map((name) => [name, judged.filter(({ scores }) => scores.get(name)?.passed).length]),
    ),
    steps: average(({ steps }) => steps),
    seconds: average(({ seconds }) => seconds),
    usage: judged.reduce((all, { run }) => usageSum(all, run.usage), NOTHING),
    calls: sum(({ calls }) => calls),
    refused: sum(({ refused }) => refused),
    mended: sum(({ mended }) => mended),
  };
}
