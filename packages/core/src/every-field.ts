/**
 * `T` with no field left out, though it may be undefined. Where an object is made anew for every run or call, it is
 * written out as one of these: of `{ ...others, field }` V8 can give each object a hidden class of its own, and then
 * every later look at one of its fields is a slow one.
 */
export type EveryField<T> = { readonly [K in keyof Required<T>]: T[K] };
