// How often a model reaches its goal with our tools and with others: `npm run outcome -- --base-url URL --model NAME`,
// any server that speaks OpenAI's chat completions. The same tasks, server, model, temperature, limit of model calls
// and of tokens in an answer for every arm, each task in a sandbox of its own. `--tasks N` are the first of the
// hundred, `--only hello,create` those of some kinds, `--half tune` or `judge` one half of them. One JSON line an arm,
// and on stderr how the arms compare task by task, with the interval of their difference. Every task is a row in
// checks/outcome/runs with all that was said, and a summary beside it: stopped and started again it goes on, so that it
// can run over nights. `--arms pi,opencode` are other agents, over folder tasks: a line says how to install each, in
// the folder `--packages` (a cache where it is not named). Needs bubblewrap.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ArmName } from "./arms/arm-names.ts";
import { isForeign } from "./arms/foreign.ts";
import { chooseTasks } from "./choose-tasks.ts";
import { type Options, readOptions } from "./options.ts";
import { pairOf, tellPair } from "./pair.ts";
import { Rows } from "./rows.ts";
import { runTask } from "./run-task.ts";
import { scoreOf } from "./score.ts";
import { summaryOf } from "./summary.ts";
import { isFolderTask, type Task } from "./tasks/task.ts";

/** One task of a small model on two cores takes a minute or two. */
const TASK_MS = 900_000;

const options = readOptions();
if (typeof options !== "string") await main(options);
else {
  console.error(options);
  process.exitCode = 2;
}

async function main({
  arms,
  baseUrl,
  model,
  maxSteps,
  maxTokens,
  packages,
  folder,
  ...choice
}: Options): Promise<void> {
  const rows = new Rows(folder);
  const tasks = chooseTasks(choice);
  // Task by task and not arm by arm: whenever it is stopped, every arm has done the same ones.
  for (const task of tasks)
    for (const arm of armsFor(task, arms)) {
      if (rows.of(arm, model).some((row) => row.task === task.id)) continue;
      const started = performance.now();
      const done = await runTask(task, { arm, baseUrl, model, maxSteps, maxTokens, packages, timeoutMs: TASK_MS });
      const wantsChange = isFolderTask(task) && task.mayChange.length > 0;
      rows.add({ arm, model, task: task.id, wantsChange, ...done });
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      console.error(`${task.id} ${arm}: ${done.isMet ? "met" : "not met"} (${seconds} s)`);
    }
  const ids = new Set(tasks.map(({ id }) => id));
  const rowsOf = (arm: string) => rows.of(arm, model).filter(({ task }) => ids.has(task));
  for (const arm of arms) console.log(JSON.stringify(scoreOf(arm, model, rowsOf(arm))));
  for (const [place, one] of arms.entries())
    for (const other of arms.slice(place + 1)) console.error(tellPair(one, other, pairOf(rowsOf(one), rowsOf(other))));
  const summary = join(folder, `summary-${model.replaceAll(/[^\w.-]/g, "_")}.md`);
  writeFileSync(summary, summaryOf(model, arms, arms.flatMap(rowsOf)));
  console.error(`Goals by kind of task: ${summary}`);
}

/** Other agents have tools of their own, and do no task of one function. */
function armsFor(task: Task, arms: readonly ArmName[]): readonly ArmName[] {
  return isFolderTask(task) ? arms : arms.filter((arm) => !isForeign(arm));
}
