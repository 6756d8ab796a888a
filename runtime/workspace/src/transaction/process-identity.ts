import { processEntry } from "../local/process-tree.ts";

/** A process, told apart from a later one that got the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in the system's own unit; empty where the system does not say. */
  readonly started: string;
}

/** This process. */
export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, started: startOf(process.pid) };
}

/** True when that very process still runs; also when that cannot be told. */
export function isRunning({ pid, started }: ProcessIdentity): boolean {
  if (!exists(pid)) return false;
  const now = startOf(pid);
  return started === "" || now === "" || now === started;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there and belongs to somebody else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Elsewhere than on Linux a process would have to be started for it. */
function startOf(pid: number): string {
  return process.platform === "linux" ? (processEntry(pid)?.started ?? "") : "";
}
