const SLEEP = /^\s*sleep\s+(\d{1,9}(?:\.\d{1,9})?)([smhd]?)\s*;?\s*$/;

const SECONDS: Readonly<Record<string, number>> = { "": 1, s: 1, m: 60, h: 3_600, d: 86_400 };

/** The seconds that a line sleeps, when it does nothing else. */
export function onlySleeps(line: string): number | undefined {
  const [, count, unit = ""] = SLEEP.exec(line) ?? [];
  return count === undefined ? undefined : Number(count) * (SECONDS[unit] ?? 1);
}
