/**
 * A module that is loaded when it is first needed: what most runs never need costs nothing to import. A bundler may
 * leave out one that nobody asks for.
 */
/* @__NO_SIDE_EFFECTS__ */
export function lazy<T extends object>(load: () => Promise<T>): () => T | Promise<T> {
  let loaded: T | undefined;
  return () => loaded ?? load().then((module) => (loaded = module));
}
