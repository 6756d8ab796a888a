import { createAsyncStorage } from "../async/async-storage.ts";
import type { DependencyKey, DependencyOverrides, Resolve } from "../tool/dependency.ts";

/** Milliseconds that the end of a call or run waits for one disposal; it then goes on without waiting. */
const DISPOSAL_MS = 2_000;

type Disposal = () => Promise<void>;

/** Values made for one call or one run: each made once, even when asked for twice at the same time. */
export class DependencyScope {
  readonly #values = new Map<string, Promise<unknown>>();
  /** In the order of finishing: a value that needed another one is finished after it. */
  #disposals: Disposal[] = [];
  #ended: { readonly onError: (error: unknown) => void } | undefined;
  /** Which keys in the making wait for which others. */
  readonly #needs = new Map<string, Set<string>>();

  /** The value of a key; `make` runs when nobody asked before, or when the last attempt failed. */
  get<T>(key: DependencyKey<T>, make: () => Promise<T>): Promise<T> {
    const known = this.#values.get(key.id);
    // A key's id stands for one type: that is the contract of `DependencyKey`.
    if (known !== undefined) return known as Promise<T>;
    const value = make();
    this.#values.set(key.id, value);
    value.then(
      (made) => this.#keep(key, made),
      () => this.#values.delete(key.id),
    );
    return value;
  }

  /** Disposes in the reverse order of finishing; what is still in the making, when it is made. Never rejects. */
  async dispose(onError: (error: unknown) => void): Promise<void> {
    this.#ended = { onError };
    const disposals = this.#disposals.toReversed();
    this.#disposals = [];
    this.#values.clear();
    for (const disposal of disposals) await inTime(disposal).catch(onError);
  }

  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  /** From here on `from` waits for `to`. Throws when `to` itself waits for `from`. */
  wait(from: string, to: string): void {
    const route = this.#route(to, from, new Set());
    if (route !== undefined) throw new Error(`Circular dependency: ${[...route, to].join(" → ")}`);
    const needed = this.#needs.get(from) ?? new Set();
    this.#needs.set(from, needed.add(to));
  }

  /** `id` waits for nothing any more. */
  finished(id: string): void {
    this.#needs.delete(id);
  }

  #keep<T>(key: DependencyKey<T>, made: T): void {
    if (key.dispose === undefined) return;
    const disposal = async () => key.dispose?.(made);
    if (this.#ended === undefined) this.#disposals.push(disposal);
    else disposal().catch(this.#ended.onError);
  }

  #route(from: string, to: string, seen: Set<string>): readonly string[] | undefined {
    if (from === to) return [from];
    if (seen.has(from)) return undefined;
    seen.add(from);
    for (const next of this.#needs.get(from) ?? []) {
      const rest = this.#route(next, to, seen);
      if (rest !== undefined) return [from, ...rest];
    }
    return undefined;
  }
}

async function inTime(disposal: Disposal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not disposed of within ${DISPOSAL_MS} ms`)), DISPOSAL_MS);
  });
  await Promise.race([disposal(), late]).finally(() => clearTimeout(timer));
}

/** Where a key's value comes from. */
export interface ResolverOptions {
  readonly overrides: DependencyOverrides | undefined;
  /** What the policy brings; overrides win. */
  readonly provided?: DependencyOverrides | undefined;
  readonly call: DependencyScope;
  /** Undefined outside a run: run-scoped values then live as long as the call. */
  readonly run: DependencyScope | undefined;
}

/** The key that the running code is making: it may resolve others through a `resolve` that it has from elsewhere. */
interface Making {
  readonly waits: DependencyScope;
  readonly id: string;
}

const making = createAsyncStorage<Making>();

/** Makes `ctx.resolve`: overrides first, then the scope's cache, then `create`. A circle rejects. */
export function createResolver(options: ResolverOptions, given?: string): Resolve {
  return async (key) => {
    const from = given ?? makingIn(waits(options));
    if (from !== undefined) waits(options).wait(from, key.id);
    const scope = (key.scope === "run" && options.run) || options.call;
    // What a value needs lives as long as the value.
    return scope.get(key, () => make(key, { ...options, call: scope }));
  };
}

function makingIn(scope: DependencyScope): string | undefined {
  const made = making?.getStore();
  return made?.waits === scope ? made.id : undefined;
}

async function make<T>(key: DependencyKey<T>, options: ResolverOptions): Promise<T> {
  try {
    const override = options.overrides?.get(key.id) ?? options.provided?.get(key.id);
    // A key's id stands for one type: an override is made for the key whose id it carries.
    if (override !== undefined) return (await override()) as T;
    const create = () => key.create(createResolver(options, key.id));
    return await (making === undefined ? create() : making.run({ waits: waits(options), id: key.id }, create));
  } finally {
    waits(options).finished(key.id);
  }
}

/** Who waits for whom is known in one place, for the calls of a run together. */
function waits({ run, call }: ResolverOptions): DependencyScope {
  return run ?? call;
}
