import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Arguments } from "../workspace/processes.port.ts";

/** Where Linux shows control groups. */
const MOUNT = "/sys/fs/cgroup";

/** What our groups are called: with the number of the process that made them, so that what it left can be told. */
const NAME = /^toolwright-(\d+)-\d+$/;

/** A group of processes that none of them leaves by changing its session, its parent or its environment. */
export interface ControlGroup {
  /** A process joins by writing its number here; what it starts belongs from then on. */
  readonly door: string;
  /** Who is in it. */
  members(): ReadonlySet<number>;
  /** Takes it away, when nobody is in it any more. */
  remove(): void;
}

/** Makes groups where this machine lets us. */
export class ControlGroups {
  readonly #maxTasks: number;
  #base: string | undefined;
  #count = 0;
  /** Those that could not be taken away yet: the dead are counted until they are buried. */
  readonly #left = new Set<string>();

  /** `maxTasks`: processes and threads that a group may hold, where the machine can count them. */
  constructor(maxTasks: number) {
    this.#maxTasks = maxTasks;
    this.#base = process.platform === "linux" ? ownGroup() : undefined;
    if (this.#base === undefined) return;
    removeLeft(this.#base);
    process.once("exit", () => this.#sweep());
  }

  /** Undefined where there are none. */
  open(): ControlGroup | undefined {
    if (this.#base === undefined) return undefined;
    this.#sweep();
    const folder = join(this.#base, `toolwright-${process.pid}-${this.#count++}`);
    try {
      mkdirSync(folder);
    } catch {
      this.#base = undefined;
      return undefined;
    }
    attempt(() => writeFileSync(join(folder, "pids.max"), String(this.#maxTasks)));
    const door = join(folder, "cgroup.procs");
    return { door, members: () => numbersIn(door), remove: () => this.#remove(folder) };
  }

  #remove(folder: string): void {
    this.#left.add(folder);
    attempt(() => {
      rmdirSync(folder);
      this.#left.delete(folder);
    });
  }

  #sweep(): void {
    for (const folder of this.#left) this.#remove(folder);
  }
}

/**
 * The group that this process is in: of the hierarchy that counts processes, or of the one that there is for
 * everything.
 */
function ownGroup(): string | undefined {
  for (const line of textOf("/proc/self/cgroup").split("\n")) {
    const [, controllers = "", path = "/"] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    const mount = controllers === "" ? MOUNT : join(MOUNT, controllers);
    const counts = controllers.split(",").includes("pids");
    if ((counts || controllers === "") && textOf(join(mount, path, "cgroup.procs")) !== "") return join(mount, path);
  }
  return undefined;
}

/** Groups of processes that are gone. */
function removeLeft(base: string): void {
  attempt(() => {
    for (const name of readdirSync(base)) {
      const pid = NAME.exec(name)?.[1];
      if (pid !== undefined && textOf(`/proc/${pid}/stat`) === "") attempt(() => rmdirSync(join(base, name)));
    }
  });
}

function numbersIn(path: string): ReadonlySet<number> {
  return new Set(textOf(path).split("\n").filter(Boolean).map(Number));
}

/** Empty where it cannot be read. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** What the machine does not allow is left undone. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {}
}

/** Processes and threads that one line of bash may have at the same time: more is a mistake, or a fork bomb. */
export const MAX_TASKS = 2_048;

/** Joins a group and takes a limit, each where there is one, before it becomes what it was given. */
const JOIN = `{ [ -z "$0" ] || echo $$ >"$0"; [ -z "$1" ] || ulimit -u "$1"; } 2>/dev/null; shift; exec "$@"`;

/** The same command, held in a control group and to a number of processes, as far as this machine can do that. */
export function limited(command: Arguments, group: ControlGroup | undefined): Arguments {
  const limit = process.getuid?.() === 0 ? "" : userLimit();
  if (group === undefined && limit === "") return command;
  return ["/bin/bash", "--norc", "--noprofile", "-c", JOIN, group?.door ?? "", limit, ...command];
}

/**
 * Every task of the user counts, also those that ran before, and only root's do not: so the limit is as many more as
 * may be. Empty where it cannot be known how many there are.
 */
function userLimit(): string {
  try {
    const tasks = /\/(\d+)/.exec(readFileSync("/proc/loadavg", "utf8"))?.[1];
    return tasks === undefined ? "" : String(Number(tasks) + MAX_TASKS);
  } catch {
    return "";
  }
}
