import type { Score } from "../scorer.ts";
import type { EvalRun } from "../task.ts";
import type { RunTape } from "./run-tape.ts";

/** Which agent, and which task. */
export interface RunKey {
  readonly agent: string;
  readonly task: string;
}

/** A line of the results: a run that was made, or what a scorer made of it. */
export type ResultLine = RunKey &
  (
    | {
        readonly kind: "run";
        /** Of the input: a task that was changed is another one. */
        readonly fingerprint: string;
        readonly run: EvalRun;
      }
    | {
        readonly kind: "score";
        readonly scorer: string;
        /** Fingerprint of what was expected: where something else is, the run is judged again. */
        readonly expected: string;
        readonly score: Score;
      }
  );

/** Where runs and scores are kept. */
export interface Results {
  readonly lines: readonly ResultLine[];
  /** Throws where it cannot be kept: it would be paid again. */
  add(line: ResultLine): void;
  /** Where a run writes what it gets from outside. */
  tape(key: RunKey): RunTape;
}
