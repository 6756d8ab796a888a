import type { ControlGroup } from "./control-group.ts";
import { type ProcessEntry, processEntry, processTable, startedWith } from "./process-table.ts";

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
