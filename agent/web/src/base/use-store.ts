import { useSyncExternalStore } from "react";

interface Readable<S> {
  readonly state: () => S;
  readonly subscribe: (listener: () => void) => () => void;
}

/** The state of a store, or a part of it that is compared by identity. */
export function useStore<S, T = S>(store: Readable<S>, select: (state: S) => T): T {
  const shown = () => select(store.state());
  // The same where a page is rendered on a server: nothing has been fetched there yet.
  return useSyncExternalStore(store.subscribe, shown, shown);
}
