/** What a store answers: there at once from a file of this machine, promised by a server. */
export type MaybePromise<T> = T | Promise<T>;
