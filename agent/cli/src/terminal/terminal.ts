import type { Screen } from "./screen.ts";

/** A person at a terminal. */
export interface Terminal {
  readonly screen: Screen;
  /** Asks, and waits for the answer; one question at a time. */
  ask(question: Question): Promise<Answer>;
  /**
   * From now on what stops a run (Ctrl-C) calls `onInterrupt`, also while nothing is asked. Returns the function that
   * ends it.
   */
  watchKeys(onInterrupt: () => void): () => void;
  /** A message goes back to where it is written. */
  putBack(text: string): void;
}

/** What a person typed at a prompt. */
export type Answer =
  | { readonly kind: "line"; readonly text: string }
  /** Ctrl-C. */
  | { readonly kind: "interrupted" }
  /** Esc at a question that goes back. */
  | { readonly kind: "back" }
  /** Ctrl-D, a closed terminal, or a question that was withdrawn. */
  | { readonly kind: "ended" };

export interface Question {
  readonly prompt: string;
  /** Earlier answers, newest first, for the arrow keys. */
  readonly history?: readonly string[];
  /** Stands in the line already. */
  readonly typed?: string;
  /** Withdraws the question. */
  readonly signal?: AbortSignal;
  /** Other questions come first, also while this one stands: it is asked again with what was typed. */
  readonly givesWay?: boolean;
  /** What can be answered, where it is no free text; the prompt says it too. */
  readonly choices?: readonly Choice[];
  /** Words that are typed leave only the choices that have them, where keys are heard. Default false. */
  readonly isFiltered?: boolean;
  /** It is asked about what stands in a frame, which its answer ends. Default false. */
  readonly isFramed?: boolean;
  /** Where keys are heard, Esc goes back to the question before it instead of stopping the run. */
  readonly goesBack?: boolean;
  /** The answer is not shown: it is a secret. Default false. */
  readonly isSecret?: boolean;
  /** What comes of leaving it without an answer. Default: the run is stopped. */
  readonly leaving?: string;
}

/** One of several answers. */
export interface Choice {
  /** Pressed alone it is the answer; empty where there is none. */
  readonly key: string;
  /** What the answer says then. */
  readonly word: string;
  readonly label: string;
}
