/** Something of which there can be more: what is done with it may take as much longer, and not more. */
export interface Axis {
  readonly name: string;
  /** How many there are in the smallest measurement; then there are 4 and 16 times as many. */
  readonly n: number;
  /** Makes what is worked on, which is not measured, and gives the work. */
  prepare(size: number): Work | Promise<Work>;
}

/** Can be done again and again, and fails where its outcome is not the right one. */
export type Work = () => unknown;

/** The outcome of work is looked at: work that is refused early would take no time. */
export function expectThat(holds: boolean, sentence: string): void {
  if (!holds) throw new Error(sentence);
}
