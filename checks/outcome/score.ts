import { wilsonInterval } from "../../runtime/evals/src/report/wilson-interval.ts";
import { isUntrue } from "./claims.ts";
import type { Row } from "./rows.ts";

/** What the rows of one arm come to: the line that the program prints. */
export interface Score {
  readonly arm: string;
  readonly model: string;
  readonly tasks: number;
  readonly met: number;
  /** The share of goals met, between these with 95 %. */
  readonly low: number;
  readonly high: number;
  readonly steps: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly refused: number;
  readonly mended: number;
  readonly repeated: number;
  /** Runs that ended with words of success where nothing was done. */
  readonly untrue: number;
  /** Files changed or lost that the task was not about. */
  readonly harmed: number;
}

export function scoreOf(arm: string, model: string, rows: readonly Row[]): Score {
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
  const met = rows.filter(({ isMet }) => isMet).length;
  const [low = 0, high = 1] = wilsonInterval(met, rows.length).map(rounded);
  return {
    ...{ arm, model, tasks: rows.length, met, low, high },
    steps: sum(({ ending }) => ending.steps),
    tokensIn: sum(({ ending }) => ending.tokensIn),
    tokensOut: sum(({ ending }) => ending.tokensOut),
    refused: sum(({ ending }) => ending.calls.filter(({ isRefused }) => isRefused).length),
    mended: sum(({ ending }) => ending.calls.filter(({ isMended }) => isMended).length),
    repeated: sum(({ ending }) => repeatedIn(ending.calls)),
    untrue: rows.filter(isUntrue).length,
    harmed: sum(({ harmed }) => harmed.length),
  };
}

function repeatedIn(calls: readonly { readonly name: string; readonly asked: string }[]): number {
  return calls.length - new Set(calls.map(({ name, asked }) => `${name} ${asked}`)).size;
}

function rounded(share: number): number {
  return Math.round(share * 1_000) / 1_000;
}
