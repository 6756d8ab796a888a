import type { ToolRunner } from "@toolwright/core";
import { createAsyncStorage } from "@toolwright/core/internal";
import { Places } from "./places.ts";

/** How many runs of another framework are remembered at once. Nobody says when one of them has ended. */
const REMEMBERED = 256;
/** How many reads of one run go on together, where the runner does not say. */
const DEFAULT_CONCURRENCY = 8;

/** A run of another framework's loop. */
export interface ForeignRun {
  /** Undefined for calls of which nobody said to which run they belong. */
  readonly runId: string | undefined;
  readonly places: Places;
}

/**
 * Set while a call is being worked on: what it calls in turn is part of it, and waits for no place that it may hold
 * itself.
 */
const inside = createAsyncStorage<true>();

/** The runs whose calls come to one runner. */
export class ForeignRuns {
  readonly #runner: ToolRunner;
  readonly #ids = new WeakMap<object, string>();
  /** The last used one last. */
  readonly #runs = new Map<string, ForeignRun>();
  readonly #none: ForeignRun;
  #count = 0;

  constructor(runner: ToolRunner) {
    this.#runner = runner;
    this.#none = { runId: undefined, places: this.#places() };
  }

  /** Does the work of a call when its run has room for it. */
  async inTurn<T>(
    call: { readonly name: string; readonly signal?: AbortSignal | undefined },
    run: ForeignRun,
    work: () => Promise<T>,
  ): Promise<T> {
    if (inside?.getStore() === true) return work();
    const leave = await run.places.enter(this.#runsAlone(call.name), call.signal);
    try {
      return await (inside === undefined ? work() : inside.run(true, work));
    } finally {
      leave();
    }
  }

  /** The run of an object or a text that its calls have in common. */
  of(run: object | string | undefined): ForeignRun {
    if (run === undefined) return this.#none;
    const runId = typeof run === "string" ? run : this.#idOf(run);
    const known = this.#runs.get(runId) ?? { runId, places: this.#places() };
    this.#runs.delete(runId);
    this.#runs.set(runId, known);
    this.#forgetOldest();
    return known;
  }

  #idOf(run: object): string {
    const known = this.#ids.get(run);
    if (known !== undefined) return known;
    this.#count += 1;
    const made = `foreign-${this.#count}-${crypto.randomUUID()}`;
    this.#ids.set(run, made);
    return made;
  }

  /** A run in which nothing goes on, and of which nothing was heard for longest. */
  #forgetOldest(): void {
    if (this.#runs.size <= REMEMBERED) return;
    const idle = [...this.#runs].find(([, { places }]) => places.isEmpty);
    if (idle === undefined) return;
    this.#runs.delete(idle[0]);
    void this.#runner.endRun(idle[0]);
  }

  #places(): Places {
    return new Places(this.#runner.options.maxConcurrency ?? DEFAULT_CONCURRENCY);
  }

  #runsAlone(name: string): boolean {
    const tool = this.#runner.options.registry.get(name);
    return tool !== undefined && tool.effects.kind !== "read" && tool.spec.concurrent !== true;
  }
}
