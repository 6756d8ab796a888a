/** What is used of Node's `AsyncLocalStorage`: a value that belongs to a piece of work and to everything it starts. */
export interface AsyncStorage<S> {
  run<T>(store: S, work: () => T): T;
  getStore(): S | undefined;
}

interface Host {
  getBuiltinModule?(name: string): { readonly AsyncLocalStorage?: new <S>() => AsyncStorage<S> } | undefined;
}

/**
 * A storage of its own; undefined where the host has none. Not imported: this package also runs where there is no such
 * module.
 */
export function createAsyncStorage<S>(): AsyncStorage<S> | undefined {
  const host: Host | undefined = Reflect.get(globalThis, "process");
  const Storage = host?.getBuiltinModule?.("node:async_hooks")?.AsyncLocalStorage;
  return Storage && new Storage<S>();
}
