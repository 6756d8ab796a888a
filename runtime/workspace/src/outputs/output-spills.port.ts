import type { Conversation, DependencyKey, OutputRef } from "@toolwright/core";

/** An output that is kept while it is still being made. */
export interface Spill {
  /**
   * Stores an already scrubbed text. Resolves when more may come; never rejects. Beyond the limit of an entry nothing
   * is stored.
   */
  write(text: string): Promise<void>;
  /** Ends it and says where it is kept; undefined when it could not be stored. Never rejects. */
  keep(): Promise<OutputRef | undefined>;
  /** Ends it and forgets what was written. Never rejects. */
  discard(): Promise<void>;
}

/** Keeps outputs of unknown size whole, beside what a model is shown of them. */
export interface OutputSpills {
  begin(owner: Conversation): Spill;
}

/** Where tools spill. Without an override they keep outputs where their runner does. */
export const OUTPUT_SPILLS: DependencyKey<OutputSpills | undefined> = {
  id: "toolwright.output-spills",
  scope: "run",
  create: () => undefined,
};
