/** Milliseconds of CPU of one round at n, 4n and 16n. */
export interface Costs {
  readonly one: number;
  readonly four: number;
  readonly sixteen: number;
}

/** How an axis grows. */
export interface Growth extends Costs {
  /** How many times more 16n takes than 4n: 4 where it is linear, 16 where each is held against each. */
  readonly ratio: number;
  readonly isSteep: boolean;
}

/** A cache that is too small and a heap to collect take a part of this; each with each takes 16. */
const MOST = 7;

/** What is done in no time at its largest cannot be told from what else the process does. */
const TOO_SHORT_MS = 4;

/** The median of what each round says: a round that something else disturbed has no say. */
export function growthOf(rounds: readonly Costs[]): Growth {
  const cost = (name: keyof Costs) => median(rounds.map((round) => round[name]));
  const ratio = median(rounds.map(({ four, sixteen }) => sixteen / four));
  const [one, four, sixteen] = [cost("one"), cost("four"), cost("sixteen")];
  return { one, four, sixteen, ratio, isSteep: ratio > MOST && sixteen > TOO_SHORT_MS };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
