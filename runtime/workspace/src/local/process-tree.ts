import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import type { ControlGroup } from "./control-group.ts";

/** How the members of a tree are known. */
export interface TreeRoot {
  /** The leader of a group and session of its own. */
  readonly pid: number;
  /** `NAME=value` that stands in the environment of this tree and of no other. */
  readonly mark: string;
  /** Where every process of this tree is, and no other. */
  readonly group?: ControlGroup | undefined;
}

/**
 * A process and everything it started: children, the group, the session, what carries the mark, and whatever
 * was once seen to belong, wherever it has moved since.
 */
export class ProcessTree {
  readonly #root: TreeRoot;
  readonly #seen = new Map<number, string>();
  readonly #leaderStarted: string | undefined;

  constructor(root: TreeRoot) {
    this.#root = root;
    this.#leaderStarted = processEntry(root.pid)?.started;
  }

  /** How many processes were seen so far. */
  get seen(): number {
    return this.#seen.size;
  }

  /** Looks at the whole machine, remembers the members, and returns those that run. */
  look(): readonly ProcessEntry[] {
    const table = processTable().filter((entry) => entry.pid !== process.pid);
    const reused = table.some((entry) => entry.pid === this.#root.pid && entry.started !== this.#leaderStarted);
    const grouped = this.#root.group?.members();
    const own = table.filter(
      (entry) => (!reused && this.#inSession(entry)) || grouped?.has(entry.pid) === true || this.#isMarked(entry),
    );
    const members = new Map(own.map((entry) => [entry.pid, entry]));
    for (let before = -1; before !== members.size; ) {
      before = members.size;
      for (const entry of table) if (members.has(entry.parent)) members.set(entry.pid, entry);
    }
    for (const entry of members.values()) this.#seen.set(entry.pid, entry.started);
    return [...members.values()];
  }

  /** True while one of those seen so far runs. Cheaper than `look`. */
  anySeenRuns(): boolean {
    return [...this.#seen].some(([pid, started]) => processEntry(pid)?.started === started);
  }

  /** Sends a signal to the group and to every member outside it; `sparing` those that hold others in a sandbox. */
  signal(signal: NodeJS.Signals, { sparing = [] }: { readonly sparing?: readonly string[] } = {}): void {
    const all = this.look();
    const members = all.filter(({ name }) => !sparing.includes(name));
    if (members.length > 0 && members.length < all.length) {
      for (const entry of members) send(entry.pid, signal);
      return;
    }
    const outside = members.filter((entry) => entry.group !== this.#root.pid);
    if (outside.length < members.length) send(-this.#root.pid, signal);
    for (const entry of outside) send(entry.pid, signal);
  }

  #inSession(entry: ProcessEntry): boolean {
    return entry.group === this.#root.pid || entry.session === this.#root.pid;
  }

  #isMarked(entry: ProcessEntry): boolean {
    return this.#seen.get(entry.pid) === entry.started || startedWith(entry.pid, this.#root.mark);
  }
}

/** Gone already is fine. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {}
}

/** One running process; zombies are not listed. */
interface ProcessEntry {
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
function processTable(): readonly ProcessEntry[] {
  return process.platform === "linux" ? fromProc() : fromPs();
}

/** One process; undefined when it is gone or a zombie. */
export function processEntry(pid: number): ProcessEntry | undefined {
  if (process.platform !== "linux") return fromPs().find((entry) => entry.pid === pid);
  return parseStat(read(`/proc/${pid}/stat`));
}

/** True when the process was started with `NAME=value` in its environment. Linux only; elsewhere false. */
function startedWith(pid: number, assignment: string): boolean {
  if (process.platform !== "linux") return false;
  return `\0${read(`/proc/${pid}/environ`)}`.includes(`\0${assignment}\0`);
}

/** `pid (name) state ppid pgrp session …` as in proc(5); the name may hold blanks and parentheses. */
function parseStat(line: string): ProcessEntry | undefined {
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
function parsePs(line: string): ProcessEntry | undefined {
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
