/**
 * `T` with no field left out, though it may be undefined. What is made anew for every run or call is written out as one
 * of these: in Node 20 each object of the form `{ ...others, field }` has a hidden class of its own, so that every
 * later look at one of its fields is a slow one, and a call took twice the time.
 */
export type EveryField<T> = { readonly [K in keyof Required<T>]: T[K] };
