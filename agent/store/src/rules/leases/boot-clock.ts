import { readFileSync, readlinkSync } from "node:fs";
import type { Row } from "../rows/row.ts";

/** A moment by the clock of one start of a machine. */
export interface BootTime {
  /** The start. */
  readonly boot: string;
  /** Milliseconds after it. */
  readonly until: number;
}

let own: string | undefined;

/**
 * This start of this machine, and its space of clocks; empty where nothing tells it from others: then the time of day
 * counts.
 */
function ownBoot(): string {
  own ??= [
    said(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1")),
    said(() => readlinkSync(CLOCKS)),
  ].join(" ");
  return own.startsWith(" ") ? "" : own;
}

const CLOCKS = "/proc/self/ns/time";

/** What can be read of this system; empty where it cannot. */
export function said(reading: () => string): string {
  try {
    return reading().trim();
  } catch {
    return "";
  }
}

/**
 * When a time that begins now will be over: undefined where nothing tells starts of this machine apart. The clock is
 * CLOCK_MONOTONIC, which all processes of a machine share and nobody sets. It stands still while the machine sleeps, as
 * the process that has to renew a lease does: by CLOCK_BOOTTIME every lease would be over when it wakes up.
 */
export function bootTimeIn(ms: number): BootTime | undefined {
  const boot = ownBoot();
  return boot === "" ? undefined : { boot, until: Math.ceil(sinceBoot() + ms) };
}

/** The moment in a row; undefined where its store keeps none. */
export function bootTimeOf({ boot, boot_until: until }: Row): BootTime | undefined {
  return typeof boot === "string" && typeof until === "number" ? { boot, until } : undefined;
}

/** Milliseconds until then; undefined for a moment of another start. */
export function msUntil({ boot, until }: BootTime): number | undefined {
  return boot === ownBoot() ? until - sinceBoot() : undefined;
}

function sinceBoot(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
