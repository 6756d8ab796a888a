/** The value where it is an object, so that its keys can be looked at; an empty one in the place of all others. */
export function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
