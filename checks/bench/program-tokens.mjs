// How many tokens three tasks take with fifty tools: by one call a step, by all calls in one step, and by a program.
// Characters / 4, of requests and answers as a loop makes them with a model that answers from a script.
// Usage: npm run program-tokens
import { table } from "./measure/measure.mjs";
import { ARMS } from "./program-tokens/arms.ts";
import { TASKS } from "./program-tokens/tasks.ts";

const rows = [];
for (const task of TASKS) {
  for (const [name, arm] of Object.entries(ARMS)) {
    const { requests, read, written } = await arm(task);
    rows.push([task.name, name, String(requests), read.toLocaleString("en"), written.toLocaleString("en")]);
  }
}
console.log(table(["task", "way", "requests", "tokens read", "tokens written"], rows));
