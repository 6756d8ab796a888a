/** Goes on with a value: at once where it is there, later where it is promised. Waiting for what is there costs time. */
export function andThen<T, U>(value: T | Promise<T>, next: (value: T) => U | Promise<U>): U | Promise<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
