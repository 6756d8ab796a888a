import { formatTexts } from "../words/format.ts";

/** A number of tokens as it fits a line: `950`, `12.3k`, `1.2M`. */
export function shortNumber(count: number): string {
  if (count < 1_000) return String(count);
  if (count < 999_950) return `${trimmed(count / 1_000)}k`;
  return `${trimmed(count / 1_000_000)}M`;
}

/** Milliseconds as a person says them: `420 ms`, `3.2 s`, `2 min 5 s`, `1 h 2 min`. */
export function durationText(ms: number): string {
  if (Math.round(ms) < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${trimmed(ms / 1_000)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** US dollars with as many digits as a small sum needs: `$0.0042`, `$1.20`. */
export function costText(costUsd: number): string {
  return formatTexts.dollars(withPoint(costUsd.toFixed(costUsd < 1 ? 4 : 2)));
}

/** How long something will take, as roughly as it is known: `90 s`, `4 min`. */
export function roughDurationText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000));
  if (seconds < 10) return `${seconds} s`;
  if (seconds < 120) return `${Math.round(seconds / 10) * 10} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** All digits of a number, in groups: `1,024`. */
export function wholeNumber(count: number): string {
  return count.toLocaleString(formatTexts.locale);
}

function trimmed(value: number): string {
  return withPoint(value.toFixed(value < 100 ? 1 : 0).replace(/\.0$/, ""));
}

function withPoint(number: string): string {
  return number.replace(".", formatTexts.decimal);
}
