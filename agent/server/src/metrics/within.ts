import { setTimeout as pause } from "node:timers/promises";

/** What comes of something that may hang; undefined where it fails, or takes longer than so many milliseconds. */
export async function within<T>(ms: number, ask: () => Promise<T>): Promise<T | undefined> {
  const leaving = new AbortController();
  const asked = ask().catch(() => undefined);
  const late = pause(ms, undefined, { ref: false, signal: leaving.signal }).catch(() => undefined);
  try {
    return await Promise.race([asked, late]);
  } finally {
    leaving.abort();
  }
}
