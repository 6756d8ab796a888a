/** A function of a framework, whose own types are not needed to build this package, and what it is to make. */
export interface Making<T extends object> {
  readonly framework: string;
  readonly make: unknown;
  readonly isTool: (made: object) => made is T;
}

/** Calls a function of a framework. Throws a `TypeError` that names it where this version makes something else. */
export function madeBy<T extends object>({ framework, make, isTool }: Making<T>, ...given: readonly unknown[]): T {
  const made: unknown = typeof make === "function" ? Reflect.apply(make, undefined, given) : undefined;
  if (typeof made === "object" && made !== null && isTool(made)) return made;
  throw new TypeError(`This version of ${framework} makes no tools of the kind that @toolwright/adapters knows.`);
}

/** Whether something has such methods. */
export function hasMethods(made: object, ...names: readonly string[]): boolean {
  return names.every((name) => typeof Reflect.get(made, name) === "function");
}
