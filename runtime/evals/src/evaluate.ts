import { type Budget, type BudgetLimits, createBudget, type ToolLoopConfig, type Usage } from "@toolwright/core";
import { usageSum } from "@toolwright/core/internal";
import { checkEvaluation } from "./check-evaluation.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { inParallel } from "./in-parallel.ts";
import { makeRun } from "./make-run.ts";
import { type EvalReport, type FailedRun, type JudgedRun, reportOf } from "./report/report.ts";
import type { ResultLine, Results } from "./results/results.ts";
import { noFolder, resultsFolder } from "./results/results-folder.ts";
import { type Score, type Scorer, scoreOf } from "./scorer.ts";
import type { EvalAgent, EvalRun, EvalTask } from "./task.ts";

/** Who does the tasks, and who judges. */
export interface EvaluateOptions<E = unknown> {
  /** By their names: configurations of a loop, or functions that make one for each task. */
  readonly agents: Readonly<Record<string, ToolLoopConfig | EvalAgent<E>>>;
  /** By their names. A task is passed where all of them pass it. */
  readonly scorers: Readonly<Record<string, Scorer<E>>>;
  /**
   * Where runs, scores and tapes are kept, for one process at a time. An evaluation that is called again goes on where
   * it was, and pays for no answer twice. Default: nowhere.
   */
  readonly folder?: string;
  /** What all runs and scorers together may spend, those of earlier processes among them. Default: no limit. */
  readonly budget?: BudgetLimits;
  /** Runs that are made at the same time. Default 1. */
  readonly maxConcurrency?: number;
  /** Told of every run as soon as it is judged. */
  readonly onRun?: (run: JudgedRun) => void;
  readonly signal?: AbortSignal;
}

/**
 * Lets every agent do every task, lets scorers judge the runs, and reports. Throws a `TypeError` for tasks and options
 * that cannot be, and an `Error` where a result cannot be kept.
 */
export async function evaluate<E>(tasks: readonly EvalTask<E>[], options: EvaluateOptions<E>): Promise<EvalReport> {
  checkEvaluation(tasks, options);
  const { agents, folder, budget = {}, maxConcurrency = 1 } = options;
  const results = folder === undefined ? noFolder() : resultsFolder(folder);
  checkFingerprints(tasks, results);
  const evaluation = new Evaluation(options, results, createBudget(budget, spentIn(results)));
  // Task by task and not agent by agent: whenever it is stopped, all agents have done the same ones.
  const jobs = tasks.flatMap((task) => Object.keys(agents).map((agent) => ({ agent, task })));
  await inParallel(jobs, maxConcurrency, (job) => evaluation.do(job));
  return reportOf(Object.keys(agents), evaluation);
}

type ScoreLine = Extract<ResultLine, { readonly kind: "score" }>;

interface Job<E> {
  readonly agent: string;
  readonly task: EvalTask<E>;
}

class Evaluation<E> {
  readonly runs: JudgedRun[] = [];
  readonly failed: FailedRun[] = [];
  left: EvalReport["left"] = { runs: 0 };
  readonly #options: EvaluateOptions<E>;
  readonly #results: Results;
  readonly #budget: Budget;

  constructor(options: EvaluateOptions<E>, results: Results, budget: Budget) {
    this.#options = options;
    this.#results = results;
    this.#budget = budget;
  }

  async do({ agent, task }: Job<E>): Promise<void> {
    const { signal, onRun } = this.#options;
    const run = this.#kept(agent, task) ?? (await this.#made(agent, task));
    if (run === undefined) return;
    const scores = new Map<string, Score>();
    for (const [scorer, judge] of Object.entries(this.#options.scorers)) {
      const expected = fingerprintOf(task.expected);
      const kept = this.#keptScore({ agent, task: task.id, scorer, expected });
      const score = kept ?? (await scoreOf(judge, run, task, { budget: this.#budget, signal }));
      // What a stop has cut off is no judgement.
      if (kept === undefined && signal?.aborted === true) return this.#leave("aborted");
      if (kept === undefined) this.#results.add({ kind: "score", agent, task: task.id, scorer, expected, score });
      scores.set(scorer, score);
    }
    const judged = { agent, task: task.id, run, scores };
    this.runs.push(judged);
    onRun?.(judged);
  }

  #kept(agent: string, task: EvalTask<E>): EvalRun | undefined {
    const line = this.#results.lines.find((one) => one.kind === "run" && one.agent === agent && one.task === task.id);
    return line?.kind === "run" ? line.run : undefined;
  }

  #keptScore(wanted: Omit<ScoreLine, "kind" | "score">): Score | undefined {
    const isIt = (line: ResultLine) =>
      line.kind === "score" &&
      (["agent", "task", "scorer", "expected"] as const).every((key) => line[key] === wanted[key]);
    const line = this.#results.lines.find(isIt);
    return line?.kind === "score" ? line.score : undefined;
  }

  /** The run, stored; undefined where none was made. */
  async #made(agent: string, task: EvalTask<E>): Promise<EvalRun | undefined> {
    const { signal, agents, budget } = this.#options;
    if (signal?.aborted === true) this.#leave("aborted");
    else if (this.left.why !== undefined) this.#leave(this.left.why);
    const doing = agents[agent];
    if (doing === undefined || this.left.why !== undefined) return undefined;
    const tape = this.#results.tape({ agent, task: task.id });
    const spending = budget === undefined ? undefined : this.#budget;
    const made = await makeRun({ task, agent: doing, budget: spending, signal, tape });
    if (made.is === "left") this.#leave(made.why);
    if (made.is === "failed") this.failed.push({ agent, task: task.id, message: made.message });
    if (made.is !== "made") return undefined;
    this.#results.add({ kind: "run", agent, task: task.id, fingerprint: fingerprintOf(task.input), run: made.run });
    tape.end();
    return made.run;
  }

  #leave(why: "budget" | "aborted"): void {
    this.left = { runs: this.left.runs + 1, why };
  }
}

/** A result is of a task as it was. */
function checkFingerprints(tasks: readonly EvalTask[], { lines }: Results): void {
  for (const task of tasks) {
    const line = lines.find((one) => one.kind === "run" && one.task === task.id);
    if (line?.kind !== "run" || line.fingerprint === fingerprintOf(task.input)) continue;
    const next = "give it another id, or name another folder";
    throw new TypeError(`The task ${task.id} asked for something else when its results were kept: ${next}.`);
  }
}

function spentIn({ lines }: Results): Usage {
  const used = lines.map((line) => (line.kind === "run" ? line.run.usage : line.score.usage));
  return used.reduce<Usage>((all, usage) => (usage === undefined ? all : usageSum(all, usage)), {
    inputTokens: 0,
    outputTokens: 0,
  });
}
