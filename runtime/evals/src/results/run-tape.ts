import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { objectIn } from "@toolwright/core/internal";

/** What one run gets from outside, kept while it goes on. */
export interface RunTape {
  /** The answers of a model that an earlier process has paid for, and whose run did not end: a tape, or nothing. */
  readonly paid: string | undefined;
  write(line: string): void;
  /** The run has ended: its tape is whole, and `paid` is of no more use. */
  end(): void;
}

/** For an evaluation that keeps nothing. */
export const NO_TAPE: RunTape = { paid: undefined, write: () => {}, end: () => {} };

/** A tape in a file. While the run goes on it grows beside it, as `FILE.part`. */
export function fileTape(file: string): RunTape {
  const part = `${file}.part`;
  const before = existsSync(part) ? readFileSync(part, "utf8") : "";
  const lines: string[] = [];
  let isBegun = false;
  return {
    paid: paidIn(before),
    write(line) {
      if (!isBegun) mkdirSync(dirname(file), { recursive: true });
      // A line that a crash cut off ends here.
      appendFileSync(part, isBegun || before === "" ? line : `\n${line}`);
      isBegun = true;
      lines.push(line);
    },
    end() {
      if (isBegun) writeFileSync(file, lines.join(""));
      rmSync(part, { force: true });
    },
  };
}

/** Whole answers alone: an error is asked about again, and tools run again. */
function paidIn(text: string): string | undefined {
  const lines = text.split("\n").filter((line) => line !== "");
  const head = lines.find((line) => objectIn(line)?.kind === "tape");
  const answers = lines.filter((line) => {
    const entry = objectIn(line);
    return entry?.kind === "model" && !Object.hasOwn(Object(entry.answer), "error");
  });
  return head === undefined || answers.length === 0 ? undefined : `${[head, ...answers].join("\n")}\n`;
}
