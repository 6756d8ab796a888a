import { readFileSync } from "node:fs";
import { show } from "../measure/measure.mjs";

/**
 * What a process has used of processors, in milliseconds: unlike time, it does not depend on what else runs. Linux;
 * else NaN.
 */
export function cpuMs(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}

/** The median and the 99th of a hundred. */
export function latencies(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return [0.5, 0.99].map((share) => show(sorted[Math.floor((sorted.length - 1) * share)]));
}

export function mebibytes(bytes) {
  return Math.round(bytes / 2 ** 20);
}
