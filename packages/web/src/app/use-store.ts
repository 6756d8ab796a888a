import { useSyncExternalStore } from "react";

interface Readable<S> {
  readonly state: () => S;
  readonly subscribe: (listener: () => void) => () => void;
}

/** The state of a store, or a part of it that is compared by identity. */
export function useStore<S, T = S>(store: Readable<S>, select: (state: S) => T): T {
  return useSyncExternalStore(store.subscribe, () => select(store.state()));
}
