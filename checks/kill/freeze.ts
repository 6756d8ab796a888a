import { execFileSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds; most are shorter, and some are longer than any lease and any statement may take. */
const TIMES = { least: 300, most: 12_000 };

/**
 * Stops processes of this check, all of them or some: workers, the database, the engine. They go on one after the
 * other, in any order.
 */
export async function freezeSome(random: (end: number) => number): Promise<void> {
  const chance = random(10) < 4 ? 10 : 4;
  const struck = processesUnder(process.pid).filter(() => random(10) < chance);
  const thaw = () => {
    for (const pid of struck) signal(pid, "SIGCONT");
  };
  process.once("exit", thaw);
  for (const pid of struck) signal(pid, "SIGSTOP");
  await pause(TIMES.least + (TIMES.most - TIMES.least) * (random(1_000) / 1_000) ** 2);
  while (struck.length > 0) {
    for (const pid of struck.splice(random(struck.length), 1)) signal(pid, "SIGCONT");
    if (random(10) < 3) await pause(random(800));
  }
  process.off("exit", thaw);
}

function processesUnder(root: number): number[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const all = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const under = (parent: number): number[] =>
    all.flatMap(([pid = 0, above]) => (above === parent ? [pid, ...under(pid)] : []));
  return under(root);
}

function signal(pid: number, name: "SIGSTOP" | "SIGCONT"): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}
