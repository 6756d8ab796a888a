import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import type { Place } from "./place.ts";
import type { Work, WorkerStart } from "./worker.ts";

/** A process that does turns. */
export interface Worker {
  readonly name: string;
  readonly slot: number;
  readonly child: ChildProcess;
  /** It can be given work. */
  readonly loaded: Promise<unknown>;
  /** It is no more; milliseconds since 1970. */
  readonly died: Promise<number>;
}

/** The death of a worker, or the moment in which it was cut off. */
export interface Loss {
  readonly name: string;
  readonly at: number;
}

const ROOT = join(import.meta.dirname, "../..");

/** Starts workers, which are one file so that there are many a second, and ends them all with itself. */
export class Workers {
  readonly losses: Loss[] = [];
  readonly #place: Place;
  readonly #notes: string;
  readonly #file = join(ROOT, `node_modules/.cache/toolwright-kill/${crypto.randomUUID()}.mjs`);
  readonly #alive = new Set<Worker>();
  #count = 0;
  #isClosed = false;

  private constructor(place: Place, notes: string) {
    this.#place = place;
    this.#notes = notes;
  }

  static async open(place: Place, notes: string): Promise<Workers> {
    const workers = new Workers(place, notes);
    mkdirSync(join(workers.#file, "../../scripts"), { recursive: true });
    await build({
      entryPoints: [join(import.meta.dirname, "worker.ts")],
      outfile: workers.#file,
      bundle: true,
      platform: "node",
      format: "esm",
      conditions: ["@toolwright/source"],
      // A thread of a program starts with a file of that package.
      external: ["pg", "@restatedev/*", "@toolwright/code-mode"],
      logLevel: "error",
    });
    return workers;
  }

  /** One that waits for its work, in a slot of the place: the host that it is on. */
  spare(slot: number): Worker {
    this.#count += 1;
    const name = `worker ${this.#count}`;
    const { wrap, ...reached } = this.#place.slot(slot);
    const start: WorkerStart = { ...reached, name, notes: this.#notes };
    const words = [process.execPath, "--disable-warning=ExperimentalWarning", this.#file, JSON.stringify(start)];
    const [command = "", ...rest] = wrap === undefined ? words : wrap(words);
    const child = spawn(command, rest, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
    // What it was told as it died.
    child.on("error", () => undefined);
    const loaded = Promise.race([once(child, "message"), once(child, "exit")]);
    const died = once(child, "exit").then(([code]) => {
      this.#alive.delete(worker);
      if (code === null && !this.#isClosed) this.losses.push({ name, at: Date.now() });
      if (code !== null && code !== 0) throw new Error(`${name} has failed.`);
      return Date.now();
    });
    died.catch(() => undefined);
    const worker: Worker = { name, slot, child, loaded, died };
    this.#alive.add(worker);
    return worker;
  }

  /** Resolves when it knows. */
  async tell({ child, loaded, died }: Worker, work: Work): Promise<void> {
    await loaded;
    if (!child.connected) return;
    const heard = once(child, "message");
    child.send(work, () => undefined);
    await Promise.race([heard, died]);
  }

  async kill({ child, died }: Worker): Promise<void> {
    child.kill("SIGKILL");
    await died;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#alive].map((worker) => this.kill(worker).catch(() => undefined)));
    rmSync(this.#file, { force: true });
  }
}
