/** What a call would do, as far as its words say. Paths are absolute; wildcards stand as they are written. */
export interface Touches {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** Deleted or moved away. */
  readonly deletes: readonly string[];
  /** Addresses, or commands that talk to others. */
  readonly sends: readonly string[];
  /** Commands that run code: of the project, or nobody knows of whom. */
  readonly runs: readonly string[];
  /** Where named paths really lead. */
  readonly links: readonly Link[];
  /** It does more than the lists say, or may. */
  readonly unclear: boolean;
  /** It opens or changes more than the files that it names: a folder, or what a wildcard stands for. */
  readonly wide: boolean;
  /** A path lies, or leads, outside the workspace. */
  readonly outside: boolean;
  /** It changes what nothing keeps, or sends what cannot be called back. */
  readonly lasting: boolean;
}

/** A path, and the one that it leads to. */
export interface Link {
  readonly path: string;
  readonly real: string;
}

/** A call that touches nothing. */
export const NOTHING: Touches = {
  reads: [],
  writes: [],
  deletes: [],
  sends: [],
  runs: [],
  links: [],
  unclear: false,
  wide: false,
  outside: false,
  lasting: false,
};

/** A call of which nobody knows what it does. */
export const ANYTHING: Touches = { ...NOTHING, unclear: true, outside: true, lasting: true };
