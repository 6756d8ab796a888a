/** What is there at once, or promised: waiting for what is there already would cost every call time. */
export type MaybePromise<T> = T | Promise<T>;

/** Goes on with a value: at once where it is there, later where it is promised. */
export function andThen<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
