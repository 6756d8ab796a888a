/** A place in a text where a secret may begin: a trigger was found there. */
export interface Candidate {
  readonly text: string;
  /** Where the trigger begins, and what comes after it. */
  readonly at: number;
  readonly from: number;
  /** No more text will come. */
  readonly final: boolean;
}

/** What is masked, and how far the secret goes on after `end`. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly rest: Rest | undefined;
}

/** More text is needed to tell. */
export const MORE = "more";

/** Decides by a bounded look ahead; undefined means: no secret begins here. */
export type Judge = (candidate: Candidate) => Found | typeof MORE | undefined;

/** A sticky expression that always matches, if only nothing. */
export type Run = RegExp;

/** Where a run that begins at `from` ends. */
export function reach(run: Run, text: string, from: number): number {
  run.lastIndex = from;
  run.test(text);
  return run.lastIndex;
}

/** The part of a secret whose length is not known when its mask is written. Made anew for each secret. */
export interface Rest {
  /** Where ordinary text begins again; the length of the text when it does not. */
  feed(text: string, from: number): number;
}

/** Goes on as long as the run does. */
export function restOf(run: Run): Rest {
  return { feed: (text, from) => reach(run, text, from) };
}
