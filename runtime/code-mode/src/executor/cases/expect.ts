/** Throws where two values differ as JSON. */
export function expectSame(what: string, actual: unknown, expected: unknown): void {
  const [came, meant] = [JSON.stringify(sorted(actual)), JSON.stringify(sorted(expected))];
  if (came !== meant) throw new Error(`${what}: expected ${meant}, but it was ${came}.`);
}

/** With the keys of each object in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
