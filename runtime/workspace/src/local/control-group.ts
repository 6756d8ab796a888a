import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

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
