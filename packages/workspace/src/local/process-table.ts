import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** One running process; zombies are not listed. */
export interface ProcessEntry {
  readonly pid: number;
  /** At most 15 characters of its program's name; empty where the system does not say. */
  readonly name: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** When it started, in a unit of the system: tells a process from a later one with the same number. */
  readonly started: string;
}

/** Every process of this machine that still runs. Empty where the system cannot say. */
export function processTable(): readonly ProcessEntry[] {
  return process.platform === "linux" ? fromProc() : fromPs();
}

/** One process; undefined when it is gone or a zombie. */
export function processEntry(pid: number): ProcessEntry | undefined {
  if (process.platform !== "linux") return fromPs().find((entry) => entry.pid === pid);
  return parseStat(read(`/proc/${pid}/stat`));
}

/** True when the process was started with `NAME=value` in its environment. Linux only; elsewhere false. */
export function startedWith(pid: number, assignment: string): boolean {
  if (process.platform !== "linux") return false;
  return `\0${read(`/proc/${pid}/environ`)}`.includes(`\0${assignment}\0`);
}

/** `pid (name) state ppid pgrp session …` as in proc(5); the name may hold blanks and parentheses. */
export function parseStat(line: string): ProcessEntry | undefined {
  const end = line.lastIndexOf(")");
  if (end < 0) return undefined;
  const fields = line.slice(end + 2).split(" ");
  const [state = "", parent = "", group = "", session = ""] = fields;
  if ("ZX".includes(state)) return undefined;
  const started = fields[19] ?? "";
  const name = line.slice(line.indexOf("(") + 1, end);
  return { pid: Number.parseInt(line, 10), name, parent: +parent, group: +group, session: +session, started };
}

/** A line of `ps -A -o pid=,ppid=,pgid=,sess=,stat=,lstart=`. */
export function parsePs(line: string): ProcessEntry | undefined {
  const [pid = "", parent = "", group = "", session = "", state = "", ...started] = line.trim().split(/\s+/);
  if (!/^\d+$/.test(pid) || state.startsWith("Z")) return undefined;
  return {
    pid: +pid,
    name: "",
    parent: +parent,
    group: +group,
    session: Number.parseInt(session, 16) || 0,
    started: started.join(" "),
  };
}

function fromProc(): readonly ProcessEntry[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => parseStat(read(`/proc/${pid}/stat`)) ?? []);
}

function fromPs(): readonly ProcessEntry[] {
  const columns = "pid=,ppid=,pgid=,sess=,stat=,lstart=";
  try {
    const lines = execFileSync("ps", ["-A", "-o", columns], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return lines.split("\n").flatMap((line) => parsePs(line) ?? []);
  } catch {
    return [];
  }
}

/** Empty when the process is gone, or not ours to look at. */
function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
