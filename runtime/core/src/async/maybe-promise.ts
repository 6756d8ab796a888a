/** What a port may give at once or later: it is awaited either way. */
export type MaybePromise<T> = T | Promise<T>;
