/** Why a module that is loaded when it is first needed could not be loaded, and what to do. */
export const NOT_LOADED =
  "Files of the program could not be loaded, and were probably changed while it ran: start it again, or reload the page.";

/**
 * A module that is loaded when it is first needed: what most runs never need costs nothing to import. A bundler may
 * leave out one that nobody asks for. Rejects with an `Error` that says {@link NOT_LOADED}, and the next use tries
 * again.
 */
/* @__NO_SIDE_EFFECTS__ */
export function lazy<T extends object>(load: () => Promise<T>): () => T | Promise<T> {
  let loaded: T | undefined;
  return () => loaded ?? load().then((module) => (loaded = module), notLoaded);
}

/** Browsers reject with a `TypeError`, which would pass for an option that cannot be. */
function notLoaded(cause: unknown): never {
  throw new Error(NOT_LOADED, { cause });
}
