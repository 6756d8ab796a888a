/** Resolves a dependency: override first, then the scope's cache, then `create`. */
export type Resolve = <T>(key: DependencyKey<T>) => Promise<T>;

/** Names something a tool needs and says how to make it. Keys are matched by `id`. */
export interface DependencyKey<T> {
  readonly id: string;
  /** May resolve other keys through its argument; a circle is an error. */
  create(resolve: Resolve): T | Promise<T>;
  /** How long one value serves: a `call` (default) or a whole `run`. */
  readonly scope?: "call" | "run";
  /** Called once, when the scope ends. */
  dispose?(value: T): void | Promise<void>;
}

/** Replaces what a key would create, by the key's `id`. Made once per scope, like the original. */
export type DependencyOverrides = ReadonlyMap<string, () => unknown>;
