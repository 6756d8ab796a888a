import { FOLDER_KINDS, folderTasks } from "./tasks/folder-tasks.ts";
import { functionTasks } from "./tasks/function-tasks.ts";
import { helloTasks } from "./tasks/hello-tasks.ts";
import type { Half, Task } from "./tasks/task.ts";

export interface Choice {
  readonly count: number;
  readonly half?: Half;
  readonly only?: readonly string[];
}

const FUNCTION_TASKS = 40;

/** What `--only` takes. The tasks of `hello` are no part of the hundred: they are done where they are named. */
export const KINDS: readonly string[] = [...FOLDER_KINDS, "function", "hello"];

/** The first tasks of those that are wanted, or of them the ones of one half. */
export function chooseTasks({ count, half, only }: Choice): readonly Task[] {
  const all = only?.includes("hello") ? [...helloTasks(), ...hundredTasks()] : hundredTasks();
  const wanted = all.filter(({ kind }) => only?.includes(kind) ?? true).slice(0, count);
  return wanted.filter((task) => half === undefined || task.half === half);
}

/** Of every five tasks three are of folders, in an order that stays: the rows of many runs lie side by side. */
function hundredTasks(): readonly Task[] {
  const functions = functionTasks(FUNCTION_TASKS);
  if (functions.length === 0) console.error("The function calls are not there (see checks/README.md): folders only.");
  const folders = folderTasks();
  const mixed: Task[] = [];
  for (let place = 0; place < folders.length; place += 3)
    mixed.push(...folders.slice(place, place + 3), ...functions.slice((place / 3) * 2, (place / 3) * 2 + 2));
  return mixed;
}
