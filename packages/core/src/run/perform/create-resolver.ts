import type { DependencyKey, DependencyOverrides, Resolve } from "../../tool/dependency.ts";
import type { DependencyScope } from "./dependency-scope.ts";

/** Where a key's value comes from. */
export interface ResolverOptions {
  readonly overrides: DependencyOverrides | undefined;
  /** What the policy brings; overrides win. */
  readonly provided?: DependencyOverrides | undefined;
  readonly call: DependencyScope;
  /** Undefined outside a run: run-scoped values then live as long as the call. */
  readonly run: DependencyScope | undefined;
}

/** Makes `ctx.resolve`: overrides first, then the scope's cache, then `create`. A circle rejects. */
export function createResolver(options: ResolverOptions, from?: string): Resolve {
  return async (key) => {
    if (from !== undefined) waits(options).wait(from, key.id);
    const scope = (key.scope === "run" && options.run) || options.call;
    // What a value needs lives as long as the value.
    return scope.get(key, () => make(key, { ...options, call: scope }));
  };
}

async function make<T>(key: DependencyKey<T>, options: ResolverOptions): Promise<T> {
  try {
    const override = options.overrides?.get(key.id) ?? options.provided?.get(key.id);
    // A key's id stands for one type: an override is made for the key whose id it carries.
    if (override !== undefined) return (await override()) as T;
    return await key.create(createResolver(options, key.id));
  } finally {
    waits(options).finished(key.id);
  }
}

/** Who waits for whom is known in one place, for the calls of a run together. */
function waits({ run, call }: ResolverOptions): DependencyScope {
  return run ?? call;
}
