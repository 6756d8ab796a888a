/** A storage of the browser; undefined where it has none, or lets nobody use it. */
export function browserStorage(kind: "local" | "session"): Storage | undefined {
  try {
    return kind === "local" ? globalThis.localStorage : globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}
