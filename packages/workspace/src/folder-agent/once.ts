/** The same value at every call, made at the first one: what is costly, or must be the same for all, and may never be asked for. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
