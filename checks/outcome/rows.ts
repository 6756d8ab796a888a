import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Done } from "./run-task.ts";

/** One task that one arm did with one model. */
export interface Row extends Done {
  readonly arm: string;
  readonly model: string;
  readonly task: string;
  /** Whether files were to be other ones in the end. */
  readonly wantsChange: boolean;
}

/** The rows of a bench, a line each, with what was said: a run that was stopped goes on where it was. */
export class Rows {
  readonly #file: string;
  readonly #rows: Row[];

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#file = join(folder, "rows.jsonl");
    this.#rows = existsSync(this.#file) ? linesOf(readFileSync(this.#file, "utf8")) : [];
  }

  of(arm: string, model: string): readonly Row[] {
    return this.#rows.filter((row) => row.arm === arm && row.model === model);
  }

  add(row: Row): void {
    this.#rows.push(row);
    appendFileSync(this.#file, `${JSON.stringify(row)}\n`);
  }
}

/** A line that was cut off as the machine stopped counts for nothing. */
function linesOf(text: string): Row[] {
  const whole = text.slice(0, text.lastIndexOf("\n") + 1).split("\n");
  return whole.filter((line) => line !== "").map((line) => JSON.parse(line));
}
