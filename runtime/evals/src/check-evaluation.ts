import {
  aCount,
  aFunction,
  anArray,
  anObject,
  anything,
  aText,
  checkArgument,
  checkOptions,
  either,
  type OptionRules,
  recordOf,
  withFunctions,
} from "@toolwright/core/internal";
import type { EvaluateOptions } from "./evaluate.ts";
import type { EvalTask } from "./task.ts";

/** Throws a `TypeError` for tasks and options that cannot be. */
export function checkEvaluation(tasks: readonly EvalTask[], options: EvaluateOptions<never>): void {
  checkArgument(tasks, { of: "The tasks of evaluate", rule: TASKS });
  const ids = new Set<string>();
  for (const [place, task] of tasks.entries()) {
    checkOptions<EvalTask>(task, { of: `[${place}] of the tasks of evaluate`, rules: TASK, needed: ["id", "input"] });
    if (ids.has(task.id)) throw new TypeError(`Two tasks of evaluate have the id ${task.id}: results are kept by it.`);
    ids.add(task.id);
  }
  checkOptions<EvaluateOptions>(options, {
    of: "evaluate",
    rules: RULES,
    otherNames: {
      maxCost: "budget: { maxCostUsd }",
      maxCostUsd: "budget: { maxCostUsd }",
      concurrency: "maxConcurrency",
      scores: "scorers",
      tasks: "evaluate(tasks, { agents, scorers })",
    },
    needed: ["agents", "scorers"],
  });
}

const TASKS = { form: "an array: [{ id, input, expected }]", fits: anArray.fits };

const TASK: OptionRules<EvalTask> = { id: aText, input: either(aText, anArray), expected: anything };

const RULES: OptionRules<EvaluateOptions> = {
  agents: recordOf("an object { name: config or (task, run) => run(config) }", either(anObject, aFunction)),
  scorers: recordOf("an object { name: (run, task) => passed }", aFunction),
  folder: aText,
  // The loop's own budget says what is wrong of its limits.
  budget: anObject,
  maxConcurrency: aCount(1),
  onRun: aFunction,
  signal: withFunctions("an AbortSignal", "addEventListener"),
};
