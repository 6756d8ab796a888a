import type { DependencyKey, DependencyOverrides, Resolve } from "../../tool/dependency.ts";

/** Values made for one call or one run: each made once, even when asked for twice at the same time. */
export class DependencyScope {
  readonly #values = new Map<string, { value: Promise<unknown>; dispose: (() => Promise<void>) | undefined }>();

  /** The value of a key; `make` runs when nobody asked before, or when the last attempt failed. */
  get<T>(key: DependencyKey<T>, make: () => Promise<T>): Promise<T> {
    const known = this.#values.get(key.id);
    // A key's id stands for one type: that is the contract of `DependencyKey`.
    if (known !== undefined) return known.value as Promise<T>;
    const value = make();
    const dispose = key.dispose === undefined ? undefined : async () => key.dispose?.(await value);
    this.#values.set(key.id, { value, dispose });
    value.catch(() => this.#values.delete(key.id));
    return value;
  }

  /** Disposes in the reverse order of making. Failures are handed over, never thrown. */
  async dispose(onError: (error: unknown) => void): Promise<void> {
    const made = [...this.#values.values()].reverse();
    this.#values.clear();
    for (const { dispose } of made) await dispose?.().catch(onError);
  }

  get isEmpty(): boolean {
    return this.#values.size === 0;
  }
}

/** Where a key's value comes from. */
export interface ResolverOptions {
  readonly overrides: DependencyOverrides | undefined;
  readonly call: DependencyScope;
  /** Undefined outside a run: run-scoped values then live as long as the call. */
  readonly run: DependencyScope | undefined;
}

/** Makes `ctx.resolve`: overrides first, then the scope's cache, then `create`. A circle rejects. */
export function createResolver(options: ResolverOptions, path: readonly string[] = []): Resolve {
  return async (key) => {
    if (path.includes(key.id)) throw new Error(`Circular dependency: ${[...path, key.id].join(" → ")}`);
    const scope = (key.scope === "run" && options.run) || options.call;
    return scope.get(key, () => make(key, options, path));
  };
}

async function make<T>(key: DependencyKey<T>, options: ResolverOptions, path: readonly string[]): Promise<T> {
  const override = options.overrides?.get(key.id);
  // The same contract: an override is made for the key whose id it carries.
  if (override !== undefined) return (await override()) as T;
  return key.create(createResolver(options, [...path, key.id]));
}
