/** `GET /api/threads/:id/steps`: the steps of its runs, oldest first. */
export interface ThreadSteps {
  readonly steps: readonly ThreadStep[];
  /** Earlier steps that are not in the list. */
  readonly more?: number;
}

/** What a model said once, and the calls that it made. */
export interface ThreadStep {
  /** The number of the last event of the step. */
  readonly seq: number;
  readonly runId: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Parts that the message of its run had then. */
  readonly parts: number;
  /** The first tools that it called. */
  readonly tools: readonly string[];
  /** Its run ended with it. */
  readonly isEnd?: true;
}

/** `POST /api/threads/:id/go-on`: goes on from the end of a step in a fork. Its answer is a `ReversalAnswer`. */
export interface GoOnRequest {
  /** That of the step. */
  readonly seq: number;
  /** Takes back what later calls changed in files. */
  readonly files: boolean;
  /** Also files that were changed since. */
  readonly force?: boolean;
}
