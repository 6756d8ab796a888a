import type { ChildProcess } from "node:child_process";

const running = new Set<ChildProcess>();

/** Ends the process and its group with this one, however this one ends, short of a kill that nobody can see. */
export function endWithThisProcess(child: ChildProcess): void {
  if (running.size === 0) process.on("exit", endAll);
  running.add(child);
  child.once("exit", () => {
    running.delete(child);
    if (running.size === 0) process.off("exit", endAll);
  });
}

/** Signals a process and everything of its group. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? child.pid : -child.pid, signal);
  } catch {
    // It ended meanwhile.
  }
}

function endAll(): void {
  for (const child of running) signalGroup(child, "SIGKILL");
}
