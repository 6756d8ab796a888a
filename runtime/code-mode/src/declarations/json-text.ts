/** Undefined for what JSON cannot write: a schema that is made in code may hold anything. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
