/** What is there at once, or promised: waiting for what is there already would cost every call time. */
export type MaybePromise<T> = T | Promise<T>;

/** Goes on with a value: at once where it is there, later where it is promised. */
export function andThen<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** The same without a function made for it, on the way of every call: what `next` needs beside the value is handed on. */
export function andThenWith<T, A, U>(
  value: MaybePromise<T>,
  next: (value: T, about: A) => MaybePromise<U>,
  about: A,
): MaybePromise<U> {
  return value instanceof Promise ? later(value, next, about) : next(value, about);
}

function later<T, A, U>(value: Promise<T>, next: (value: T, about: A) => MaybePromise<U>, about: A): Promise<U> {
  return value.then((value) => next(value, about));
}

/** What work gives, or what follows where it throws or rejects. */
export function attempt<A, T>(
  work: (about: A) => MaybePromise<T>,
  failed: (error: unknown, about: A) => MaybePromise<T>,
  about: A,
): MaybePromise<T> {
  try {
    const given = work(about);
    return given instanceof Promise ? caught(given, failed, about) : given;
  } catch (error) {
    return failed(error, about);
  }
}

function caught<A, T>(given: Promise<T>, failed: (error: unknown, about: A) => MaybePromise<T>, about: A): Promise<T> {
  return given.catch((error) => failed(error, about));
}
