/**
 * Milliseconds that what was stopped still waits, by what it waits for. Whatever does not answer: a call settles within
 * 50 (a tool that listens has 20 of them), a run within 1,000, for all of these together are less.
 */
export const PATIENCE_MS = {
  /** The journal, of a call that a program makes. */
  callJournal: 15,
  /** The journal, of a run; all its waits together. */
  runJournal: 400,
  /** The engine under a run. */
  engine: 100,
  /** The end of what a run has resolved. */
  disposal: 150,
  /** The queue of what people say. */
  queue: 150,
  /** The next event, of a reader whose run has ended. */
  reader: 200,
} as const;
