const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long ago it was, in at most ten characters; the date where it is longer than a week. Milliseconds since 1970. */
export function agoText(at: number, now = Date.now()): string {
  const ms = now - at;
  if (ms < MINUTE_MS) return "just now";
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min ago`;
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} h ago`;
  if (ms < 7 * DAY_MS) return `${Math.floor(ms / DAY_MS)} d ago`;
  return new Date(at).toISOString().slice(0, 10);
}
