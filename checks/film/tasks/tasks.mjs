// Three tasks of a person, on the page and in the terminal, with scripted models: `npm run tasks` does them and counts
// what a person does (messages, keys besides their text, clicks) and how long it takes. Needs tmux and Chromium.
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { terminalTasks } from "./in-the-terminal.mjs";
import { pageTasks } from "./on-the-page.mjs";
import { makeTasks } from "./repository.mjs";

const folder = join(tmpdir(), "toolwright-tasks");
try {
  const rows = [];
  for (const [place, run] of [
    ["page", pageTasks],
    ["terminal", terminalTasks],
  ]) {
    const counts = await run(makeTasks(join(folder, place)));
    rows.push(...counts.map((count) => ({ place, ...count })));
  }
  print(rows);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function print(rows) {
  console.log(
    "| task | where | messages | letters typed | other keys | clicks | seconds |\n|---|---|---:|---:|---:|---:|---:|",
  );
  for (const { task, place, messages, letters, keys, clicks, seconds } of rows.toSorted((a, b) =>
    a.task.localeCompare(b.task),
  )) {
    console.log(`| ${task} | ${place} | ${messages} | ${letters} | ${keys} | ${clicks} | ${seconds.toFixed(1)} |`);
  }
}
