import { dateLocale } from "../base/date-locale.ts";

/** The time of day for what happened today, the date as well for what did not. */
export function whenText(time: Date, now: Date = new Date()): string {
  const isToday = time.toDateString() === now.toDateString();
  const day = isToday ? {} : ({ day: "numeric", month: "short", year: "numeric" } as const);
  return time.toLocaleString(dateLocale(), { ...day, hour: "2-digit", minute: "2-digit" });
}
