import { execFileSync } from "node:child_process";
import type { RegistryServer } from "./servers.ts";

/** The processes of a server, those that it started itself among them, below the program that started it. */
export function processesOf(server: RegistryServer, program: number | undefined): readonly number[] {
  const all = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" })
    .split("\n")
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .flatMap((found) => (found === null ? [] : [{ pid: Number(found[1]), parent: Number(found[2]), args: found[3] }]));
  const words = [server.command, ...server.args].join(" ");
  const first = all.filter(({ parent, args }) => parent === program && args?.endsWith(words));
  const found = new Set(first.map(({ pid }) => pid));
  // A child stands after its parent, but not where numbers began anew.
  for (let known = -1; known !== found.size; ) {
    known = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

export function signalAll(processes: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of processes) process.kill(pid, signal);
}
