/** Named things to look at: what an effect sees of a prompt. A snapshot. */
export interface DefinitionCollection<T extends { readonly name: string }> extends Iterable<T> {
  has(name: string): boolean;
  filter(keep: (item: T) => boolean): T[];
  map<R>(make: (item: T) => R): R[];
}

/** Wraps a list of named things. */
export function createCollection<T extends { readonly name: string }>(items: Iterable<T>): DefinitionCollection<T> {
  const list = [...items];
  return {
    has: (name) => list.some((item) => item.name === name),
    filter: (keep) => list.filter((item) => keep(item)),
    map: (make) => list.map((item) => make(item)),
    [Symbol.iterator]: () => list.values(),
  };
}
