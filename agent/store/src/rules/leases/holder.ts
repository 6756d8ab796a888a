import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { storedJson } from "../rows/row.ts";
import { type BootTime, msUntil, said } from "./boot-clock.ts";

/** Who holds a lease, and until when it stands without being renewed. */
export interface Holding {
  readonly holder: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** The same by a clock that nobody sets, which counts for processes that share it. */
  readonly bootTime?: BootTime | undefined;
}

/**
 * The longest time for which a lease may be taken: one that seems to run longer was made before the clock went back.
 */
export const MAX_TTL_MS = 60 * 60 * 1000;

let own: string | undefined;

/** This process, told apart from a later one with the same number. */
export function ownHolder(): string {
  own ??= JSON.stringify([machine(), process.pid, startOf(process.pid) ?? ""]);
  return own;
}

/** How the holders of this machine begin: of them alone it can tell before their time is over that they are dead. */
export function startOfHoldersHere(): string {
  return JSON.stringify([machine()]).replace(/\]$/, ",");
}

/** False when the time is over, or the process is known to be dead, which only its own machine can tell. */
export function isLive(holding: Holding, now: number): boolean {
  const left = msLeft(holding, now);
  return left > 0 && left <= MAX_TTL_MS && !isDead(holding.holder);
}

/** How long a lease stands without being renewed, in milliseconds. */
export function msLeft({ expiresAt, bootTime }: Holding, now: number): number {
  return (bootTime && msUntil(bootTime)) ?? expiresAt - now;
}

/** Whether the process is known to live, which only its own machine can tell, whatever its time says. */
export function isKnownToLive(holder: string): boolean {
  const [where]: readonly unknown[] = storedJson(holder);
  return where === machine() && !isDead(holder);
}

function isDead(holder: string): boolean {
  if (holder === ownHolder()) return false;
  const parsed: unknown = storedJson(holder);
  if (!Array.isArray(parsed)) return false;
  const [where, pid, start]: readonly unknown[] = parsed;
  if (where !== machine() || typeof pid !== "number" || where === undefined) return false;
  return !exists(pid) || (start !== "" && startOf(pid) !== start);
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

/**
 * When a process began, in ticks of its machine; undefined for one that is dead (a zombie is), or where nothing tells.
 */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name in parentheses may hold anything, also spaces and parentheses.
    const [state = "", ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" || state === "X" ? undefined : rest[18];
  } catch {
    return undefined;
  }
}

let place: string | undefined;

/** Host, start of the system and space of process numbers: a number means the same process only where all are equal. */
function machine(): string {
  place ??= [
    hostname(),
    said(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1")),
    said(() => readlinkSync("/proc/self/ns/pid")),
  ].join(" ");
  return place;
}
