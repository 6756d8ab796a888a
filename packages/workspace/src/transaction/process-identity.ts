import type { FilesPort } from "../workspace/files.port.ts";

/** A process, told apart from a later one that got the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in the system's own unit; empty where the system does not say. */
  readonly started: string;
}

/** This process. */
export async function ownIdentity(files: FilesPort): Promise<ProcessIdentity> {
  return { pid: process.pid, started: await startOf(files, process.pid) };
}

/** True when that very process still runs; also when that cannot be told. */
export async function isRunning(files: FilesPort, { pid, started }: ProcessIdentity): Promise<boolean> {
  if (!exists(pid)) return false;
  const now = await startOf(files, pid);
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

/** The 22nd field of `/proc/PID/stat` (proc(5)), where there is one. */
async function startOf(files: FilesPort, pid: number): Promise<string> {
  try {
    const stat = new TextDecoder().decode(await files.read(`/proc/${pid}/stat`));
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}
