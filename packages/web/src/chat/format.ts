/** A number of tokens as it fits a line: `950`, `12.3k`, `1.2M`. */
export function shortNumber(count: number): string {
  if (count < 1_000) return String(count);
  if (count < 999_950) return `${trimmed(count / 1_000)}k`;
  return `${trimmed(count / 1_000_000)}M`;
}

/** Milliseconds as a person says them: `420 ms`, `3.2 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${trimmed(ms / 1_000)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The time of day for what happened today, the date as well for what did not. */
export function whenText(time: Date, now: Date = new Date()): string {
  const isToday = time.toDateString() === now.toDateString();
  const day = isToday ? {} : ({ day: "numeric", month: "short", year: "numeric" } as const);
  return time.toLocaleString(undefined, { ...day, hour: "2-digit", minute: "2-digit" });
}

function trimmed(value: number): string {
  return value.toFixed(value < 100 ? 1 : 0).replace(/\.0$/, "");
}
