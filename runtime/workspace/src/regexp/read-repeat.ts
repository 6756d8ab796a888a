import { PatternProblem, type PatternReader } from "./pattern-reader.ts";

/** How often something is repeated. */
export interface Repeat {
  readonly min: number;
  readonly max: number;
  readonly greedy: boolean;
}

/** Reads `*`, `+`, `?` or `{n,m}` with a `?` behind it; undefined when something else comes. */
export function readRepeat(reader: PatternReader, swapGreed: boolean): Repeat | undefined {
  const range = readRange(reader);
  return range && { ...range, greedy: reader.accept("?") === swapGreed };
}

function readRange(reader: PatternReader): Pick<Repeat, "min" | "max"> | undefined {
  if (reader.accept("*")) return { min: 0, max: Number.POSITIVE_INFINITY };
  if (reader.accept("+")) return { min: 1, max: Number.POSITIVE_INFINITY };
  if (reader.accept("?")) return { min: 0, max: 1 };
  return reader.accept("{") ? readCounts(reader) : undefined;
}

function readCounts(reader: PatternReader): Pick<Repeat, "min" | "max"> {
  const unclosed = "unclosed counted repetition";
  if (reader.isAtEnd) throw new PatternProblem(unclosed);
  const min = readCount(reader);
  if (reader.accept("}")) return { min, max: min };
  if (!reader.accept(",")) throw new PatternProblem(unclosed);
  if (reader.accept("}")) return { min, max: Number.POSITIVE_INFINITY };
  const max = readCount(reader);
  if (!reader.accept("}")) throw new PatternProblem(unclosed);
  if (min > max) throw new PatternProblem("invalid repetition count range, the start must be <= the end");
  return { min, max };
}

function readCount(reader: PatternReader): number {
  reader.takeWhile(/\s/);
  const digits = reader.takeWhile(/[0-9]/);
  reader.takeWhile(/\s/);
  if (!/^[0-9]{1,9}$/.test(digits)) throw new PatternProblem("repetition quantifier expects a valid decimal");
  return Number(digits);
}
