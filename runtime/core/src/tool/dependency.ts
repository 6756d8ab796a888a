/** Resolves a dependency: override first, then the scope's cache, then `create`. */
export type Resolve = <T>(key: DependencyKey<T>) => Promise<T>;

/**
 * What a program gives in the place of {@link Resolve}: it may make the value itself, with or without what its key
 * would resolve by, and at once or later. A `Resolve` is one.
 */
export type GivenResolve = <T>(key: GivenKey<T>) => T | Promise<T>;

/** A key as such a function gets it: one that needs no other key is made without anything. */
export interface GivenKey<T> extends Omit<DependencyKey<T>, "create"> {
  create(resolve?: Resolve): T | Promise<T>;
}

/** Names something a tool needs and says how to make it. Keys are matched by `id`. */
export interface DependencyKey<T> {
  readonly id: string;
  /** May resolve other keys through its argument, which then live as long as this value; a circle is an error. */
  create(resolve: Resolve): T | Promise<T>;
  /**
   * How long one value serves: a `call` (default), a `run`, all runs of a `conversation`, or the `process`. The last
   * two are held by a `DependencyHolder` until it is told to end them; without a conversation one of `conversation`
   * serves a run.
   */
  readonly scope?: "call" | "run" | "conversation" | "process";
  /** Called once, when the scope ends. */
  dispose?(value: T): void | Promise<void>;
}

/**
 * Replaces what a key would create, by the key's `id`. Made once per scope, like the original; for a key of scope
 * `conversation` or `process` once per run, and not disposed of: it belongs to who gives it.
 */
export type DependencyOverrides = ReadonlyMap<string, () => unknown>;

/** An entry of {@link DependencyOverrides}, of the key's own type: `new Map([override(DATABASE, () => fake)])`. */
export function override<T>(key: DependencyKey<T>, create: () => T | Promise<T>): readonly [string, () => unknown] {
  if (typeof key?.id !== "string" || typeof create !== "function") {
    throw new TypeError("override takes a key and a function that makes its value: override(KEY, () => value).");
  }
  ofKnownKeys.add(create);
  return [key.id, create];
}

/** Made for a key that exists: nothing is misspelt. */
const ofKnownKeys = new WeakSet<() => unknown>();

/** Whether an override came from {@link override}. */
export function isOfKnownKey(create: () => unknown): boolean {
  return ofKnownKeys.has(create);
}
