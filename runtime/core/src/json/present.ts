/** The fields that are there: what is undefined is left out, as options and records want it that know no such value. */
export function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> };
export function present(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
