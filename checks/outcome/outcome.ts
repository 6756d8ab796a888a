// How often a model reaches its goal with our tools and with others: `npm run outcome -- --base-url URL --model NAME`,
// any server that speaks OpenAI's chat completions. The same tasks, server, model, temperature and limit of model calls
// for every arm, each task in a sandbox of its own. One JSON line an arm, and on stderr how the arms compare task by
// task. Every task is a row in checks/outcome/runs with all that was said: stopped and started again it goes on, so
// that it can run over nights. Needs bubblewrap.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Rows } from "./rows.ts";
import { runTask } from "./run-task.ts";
import { pairOf, scoreOf } from "./score.ts";
import { folderTasks } from "./tasks/folder-tasks.ts";
import { functionTasks } from "./tasks/function-tasks.ts";
import { isFolderTask, type Task } from "./tasks/task.ts";

const ARM_NAMES = ["small", "all", "ai-sdk", "plain"];
const FUNCTION_TASKS = 40;
/** One task of a small model on two cores takes a minute or two. */
const TASK_MS = 900_000;

const { values } = parseArgs({
  options: {
    "base-url": { type: "string" },
    model: { type: "string" },
    arms: { type: "string", default: ARM_NAMES.join(",") },
    tasks: { type: "string", default: "100" },
    steps: { type: "string", default: "6" },
    folder: { type: "string", default: join(import.meta.dirname, "runs") },
  },
});
const problem = problemOf();
if (problem === undefined) await main(values["base-url"] ?? "", values.model ?? "");
else {
  console.error(problem);
  process.exitCode = 2;
}

async function main(baseUrl: string, model: string): Promise<void> {
  const rows = new Rows(values.folder);
  const arms = values.arms.split(",");
  const tasks = tasksOf(Number(values.tasks));
  // Task by task and not arm by arm: whenever it is stopped, every arm has done the same ones.
  for (const task of tasks)
    for (const arm of arms) {
      if (rows.of(arm, model).some((row) => row.task === task.id)) continue;
      const started = performance.now();
      const run = { arm, baseUrl, model, maxSteps: Number(values.steps), timeoutMs: TASK_MS };
      const done = await runTask(task, run);
      const wantsChange = isFolderTask(task) && task.mayChange.length > 0;
      rows.add({ arm, model, task: task.id, wantsChange, ...done });
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      console.error(`${task.id} ${arm}: ${done.isMet ? "met" : "not met"} (${seconds} s)`);
    }
  const ids = new Set(tasks.map(({ id }) => id));
  const rowsOf = (arm: string) => rows.of(arm, model).filter(({ task }) => ids.has(task));
  for (const arm of arms) console.log(JSON.stringify(scoreOf(arm, model, rowsOf(arm))));
  const [first = "", ...others] = arms;
  for (const other of others) {
    const { only, others } = pairOf(rowsOf(first), rowsOf(other));
    console.error(`met by ${first} alone: ${only}; by ${other} alone: ${others}`);
  }
}

/** Of every three tasks two are of folders, as in all hundred. */
function tasksOf(count: number): readonly Task[] {
  const functions = functionTasks(FUNCTION_TASKS);
  if (functions.length === 0) console.error("The function calls are not there (see checks/README.md): folders only.");
  const folders = folderTasks();
  const mixed: Task[] = [];
  for (let place = 0; place < folders.length; place += 3)
    mixed.push(...folders.slice(place, place + 3), ...functions.slice((place / 3) * 2, (place / 3) * 2 + 2));
  return mixed.slice(0, count);
}

function problemOf(): string | undefined {
  if (values["base-url"] === undefined || values.model === undefined)
    return "Say which model does the tasks: npm run outcome -- --base-url http://127.0.0.1:8080/v1 --model NAME";
  const unknown = values.arms.split(",").find((arm) => !ARM_NAMES.includes(arm));
  if (unknown !== undefined) return `There is no arm ${unknown}: ${ARM_NAMES.join(", ")}.`;
  for (const name of ["tasks", "steps"] as const)
    if (!/^[1-9]\d*$/.test(values[name])) return `--${name} is a whole number from 1, not ${values[name]}.`;
  if (spawnSync("bwrap", ["--version"]).error !== undefined)
    return "Models run shell commands here, so bubblewrap has to hold them: apt-get install bubblewrap";
  return undefined;
}
